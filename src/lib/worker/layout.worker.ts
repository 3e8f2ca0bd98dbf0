/** Root of a picture's own worker: the layout must hold up neither the page nor the notebook. */
import { expose } from 'comlink';
import { layoutGraph } from '../graph/layout';

const layoutApi = { layout: layoutGraph };
export type LayoutApi = typeof layoutApi;

expose(layoutApi);
