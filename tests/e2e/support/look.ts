/** A careful look at a screen: what axe finds against WCAG 2.2 AA, and whether everything fits its width. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** What axe has against the page, short enough to be read in a report. Nothing: an empty list. */
export async function findBarriers(page: Page): Promise<string[]> {
	const { violations } = await new AxeBuilder({ page }).withTags(WCAG).setLegacyMode(true).analyze();
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ target, any, all, none }) => {
			const why = [...any, ...all, ...none].map(({ message }) => message).join(' / ');
			return `${id}: ${target.join(' ')}: ${why}`;
		})
	);
}

/** What is wider than the window: the page itself, or an element that sticks out of it and stands in nothing that scrolls. */
export const findOverflow = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const width = document.documentElement.clientWidth;
		const scrolls = (element: Element | null): boolean =>
			element !== null && (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
		const hidden = (element: Element): boolean => element.closest('.sr-only, [hidden], [aria-hidden=true]') !== null;
		const outside = [...document.body.querySelectorAll('*')].filter((element) => {
			const { left, right, width: own } = element.getBoundingClientRect();
			return own > 0 && (right > width + 1 || left < -1) && !hidden(element) && !scrolls(element.parentElement);
		});
		const names = outside.map(
			(element) =>
				`${element.localName}.${element.getAttribute('class') ?? ''}: ${element.textContent.trim().slice(0, 40)}`
		);
		const page = document.documentElement.scrollWidth;
		return page > width ? [`the page is ${String(page)} wide`, ...names] : names;
	});
