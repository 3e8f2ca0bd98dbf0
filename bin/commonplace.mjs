#!/usr/bin/env node
/** The `commonplace` command; what it may be told: `commonplace --help`. */
import { argv } from 'node:process';
import { launch } from '../scripts/launch.mjs';

await launch(argv.slice(2));
