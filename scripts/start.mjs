/** `npm start`: builds what has changed since the last time, then becomes the server. */
import { argv } from 'node:process';
import { launch } from './launch.mjs';

await launch(argv.slice(2));
