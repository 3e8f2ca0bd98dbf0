/** Reads what a source file imports, and from which part of the house. For architecture.test.ts. */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

export interface Import {
	/** As written. */
	specifier: string;
	/** Where in the house it leads: a path from the root (`src/lib/domain/model`); undefined for a package. */
	path: string | undefined;
	/** Only types: nothing of it runs. */
	typeOnly: boolean;
}

/** The scripts of a Svelte component; any other file is script all over. */
function scriptOf(file: string, text: string): string {
	if (!file.endsWith('.svelte')) return text;
	return [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '').join('\n');
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
	if (ts.isExportDeclaration(node)) {
		const clause = node.exportClause;
		return node.isTypeOnly || (!!clause && ts.isNamedExports(clause) && clause.elements.every((one) => one.isTypeOnly));
	}
	const clause = node.importClause;
	if (!clause) return false;
	if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
	const named = clause.namedBindings;
	return !clause.name && !!named && ts.isNamedImports(named) && named.elements.every((one) => one.isTypeOnly);
}

function resolve(file: string, specifier: string): string | undefined {
	const plain = specifier.replace(/\?.*$/, '');
	if (plain === '$lib' || plain.startsWith('$lib/')) return posix.join('src/lib', plain.slice(4));
	if (plain.startsWith('.')) return posix.join(posix.dirname(file), plain);
	return undefined;
}

/** @param file path from the root, with `/` */
export const importsOf = (file: string, root: string): Import[] =>
	importsIn(file, readFileSync(posix.join(root, file), 'utf8'));

/** Static and dynamic imports, re-exports and types by `import()`, in the order of the text. */
export function importsIn(file: string, text: string): Import[] {
	const source = ts.createSourceFile(file, scriptOf(file, text), ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
	const found: Import[] = [];
	const add = (literal: ts.Node | undefined, typeOnly: boolean) => {
		if (!literal || !ts.isStringLiteralLike(literal)) return;
		found.push({ specifier: literal.text, path: resolve(file, literal.text), typeOnly });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node));
		else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
			add(node.arguments[0], false);
		else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}
