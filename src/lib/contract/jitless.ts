/** Imported before anything that builds a schema: zod would otherwise probe `new Function`, which the page's CSP reports as a violation. */
import * as z from 'zod';

z.config({ jitless: true });
