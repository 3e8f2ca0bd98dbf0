/** Small things that are done to an element when it appears. */

/** The focus goes there: a form that was just opened is for typing. */
export const focused = (element: HTMLElement): void => element.focus();
