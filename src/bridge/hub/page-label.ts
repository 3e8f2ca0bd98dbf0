/** "Chrome on Linux": what a browser is called in lists for people. From its User-Agent, so it is a name and no proof of anything. */

const browsers: readonly [RegExp, string][] = [
	[/\bHeadlessChrome\//, 'Headless Chrome'],
	[/\bEdg\//, 'Edge'],
	[/\bOPR\//, 'Opera'],
	[/\bFirefox\//, 'Firefox'],
	[/\bChrome\//, 'Chrome'],
	[/\bSafari\//, 'Safari']
];
const systems: readonly [RegExp, string][] = [
	[/\bAndroid\b/, 'Android'],
	[/\b(iPhone|iPad)\b/, 'iOS'],
	[/\bMac OS X\b/, 'macOS'],
	[/\bWindows\b/, 'Windows'],
	[/\bLinux\b/, 'Linux']
];

const named = (text: string, from: readonly [RegExp, string][]): string | undefined =>
	from.find(([form]) => form.test(text))?.[1];

export function pageLabel(userAgent: string | undefined): string {
	const text = userAgent ?? '';
	const system = named(text, systems);
	return `${named(text, browsers) ?? 'A browser'}${system ? ` on ${system}` : ''}`;
}
