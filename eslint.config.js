import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
	{
		ignores: [
			'.svelte-kit/',
			'.cache/',
			'build/',
			'coverage/',
			'test-results/',
			'playwright-report/',
			'bench-results/',
			'static/'
		]
	},
	js.configs.recommended,
	ts.configs.strictTypeChecked,
	svelte.configs.recommended,
	prettier,
	svelte.configs.prettier,
	{
		languageOptions: {
			parserOptions: {
				projectService: {
					allowDefaultProject: ['*.config.js', '*.config.ts'],
					defaultProject: 'tsconfig.node.json'
				},
				tsconfigRootDir: import.meta.dirname,
				extraFileExtensions: ['.svelte'] // the same for all files, or the project service starts afresh at every change
			}
		},
		rules: {
			'no-undef': 'off', // TypeScript knows better
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'@typescript-eslint/no-confusing-void-expression': [
				'error',
				{ ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }
			],
			// [...text] is how the code points of a text are counted, which is what our limits speak of.
			'@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }
			],
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }]
		}
	},
	{
		files: ['**/*.svelte', '**/*.svelte.ts'],
		languageOptions: {
			parserOptions: { parser: ts.parser, svelteConfig }
		},
		rules: {
			'prefer-const': 'off',
			'svelte/prefer-const': 'error',
			// Most Maps and Sets here are replaced as a whole or seen by nobody; those that are state are SvelteMap and SvelteSet.
			'svelte/prefer-svelte-reactivity': 'off'
		}
	},
	{
		// What comes from another component is `any` to the linter, which does not read components; svelte-check does.
		files: ['**/*.svelte'],
		rules: {
			'@typescript-eslint/no-redundant-type-constituents': 'off',
			'@typescript-eslint/no-unsafe-argument': 'off',
			'@typescript-eslint/no-unsafe-assignment': 'off',
			'@typescript-eslint/no-unsafe-call': 'off',
			'@typescript-eslint/no-unsafe-member-access': 'off',
			'@typescript-eslint/no-unsafe-return': 'off'
		}
	},
	{
		// The nearest tsconfig.json is the page's.
		files: ['src/service-worker.ts'],
		languageOptions: { parserOptions: { projectService: false, project: 'tsconfig.service-worker.json' } }
	},
	{
		// SvelteKit's types bring Node's globals into the page's project; there are none in a browser.
		files: ['src/**'],
		ignores: ['src/bridge/**'],
		rules: {
			'no-restricted-globals': [
				'error',
				'Buffer',
				'global',
				'process',
				'require',
				'setImmediate',
				'__dirname',
				'__filename'
			]
		}
	},
	{
		// Types stand in JSDoc here, and the typed rules do not see its casts; tsc does.
		files: ['**/*.mjs', '*.config.js'],
		languageOptions: { globals: globals.node },
		rules: {
			'@typescript-eslint/no-unsafe-argument': 'off',
			'@typescript-eslint/no-unsafe-assignment': 'off',
			'@typescript-eslint/no-unsafe-call': 'off',
			'@typescript-eslint/no-unsafe-member-access': 'off',
			'@typescript-eslint/no-unsafe-return': 'off'
		}
	},
	{
		files: ['tests/**'],
		rules: {
			'@typescript-eslint/no-non-null-assertion': 'off',
			'@typescript-eslint/unbound-method': 'off'
		}
	}
);
