/** Hands a file to the browser's downloads. */
export function saveFile(blob: Blob, name: string): void {
	const url = URL.createObjectURL(blob);
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	// Revoked at once, some browsers would find nothing to save.
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
