// node check.mjs SCHEMA [REPORT...]: compiles a schema as strictly as Ajv can, and holds reports to it.
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";

const [schemaPath, ...reports] = process.argv.slice(2);
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const schema = read(schemaPath);
const validate = new Ajv({ strict: true, allErrors: true }).compile(schema);

// A schema that takes everything would pass as well.
if (!schema.$id || validate({})) {
  console.error(`${schemaPath} has no $id, or takes an empty object for a report.`);
  process.exitCode = 1;
}

for (const path of reports) {
  if (!validate(read(path))) {
    console.error(`${path} is not as ${schemaPath} has it:`);
    validate.errors.forEach((error) => console.error(`  ${error.instancePath || "/"} ${error.message}`));
    process.exitCode = 1;
  }
}
