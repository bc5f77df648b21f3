// node check.mjs SCHEMA [REPORT...]: compiles a schema in the strict mode of Ajv and validates reports against it.
import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";

const [schemaPath, ...reports] = process.argv.slice(2);
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const schema = read(schemaPath);
const validate = new Ajv({ strict: true, allErrors: true }).compile(schema);

// A schema that accepts everything would compile, too.
if (!schema.$id || validate({})) {
  console.error(`${schemaPath} has no $id, or accepts an empty object as a report.`);
  process.exitCode = 1;
}

for (const path of reports) {
  if (!validate(read(path))) {
    console.error(`${path} does not match ${schemaPath}:`);
    validate.errors.forEach((error) => console.error(`  ${error.instancePath || "/"} ${error.message}`));
    process.exitCode = 1;
  }
}
