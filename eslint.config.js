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
				tsconfigRootDir: import.meta.dirname
			}
		},
		rules: {
			'no-undef': 'off', // TypeScript knows better
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
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
			parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig }
		},
		rules: {
			'prefer-const': 'off',
			'svelte/prefer-const': 'error'
		}
	},
	{
		// Its lib is WebWorker; the nearest tsconfig.json is the page's.
		files: ['src/service-worker.ts'],
		languageOptions: { parserOptions: { projectService: false, project: 'src/lib/worker/tsconfig.json' } }
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
