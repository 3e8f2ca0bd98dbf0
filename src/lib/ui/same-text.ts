/** Whether two texts read the same: a guess of the page's, until the notebook has answered by its own rule (S3). */
const plain = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();

export const sameText = (a: string, b: string): boolean => plain(a) === plain(b);
