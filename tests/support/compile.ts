/** Compiles a line of TypeScript as if it stood in a folder of the house. For architecture.test.ts. */
import { join } from 'node:path';
import ts from 'typescript';

/** @returns the compiler's messages about that line alone */
export function complaintsAbout(line: string, folder: string, tsconfig: string, root: string): string[] {
	const parsed = ts.getParsedCommandLineOfConfigFile(
		join(root, tsconfig),
		{},
		{
			...ts.sys,
			onUnRecoverableConfigFileDiagnostic: (problem) => {
				throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
			}
		}
	);
	if (!parsed) throw new Error(`${tsconfig} cannot be read.`);
	const file = join(root, folder, 'a-line.ts');
	const host = ts.createCompilerHost(parsed.options);
	const program = ts.createProgram([file], parsed.options, {
		...host,
		fileExists: (path) => path === file || host.fileExists(path),
		readFile: (path) => (path === file ? line : host.readFile(path)),
		getSourceFile: (path, options) =>
			path === file ? ts.createSourceFile(path, line, options) : host.getSourceFile(path, options)
	});
	return ts
		.getPreEmitDiagnostics(program, program.getSourceFile(file))
		.map((problem) => ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
}
