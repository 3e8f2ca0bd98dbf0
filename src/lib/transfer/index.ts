/** Formats in and out: what the app's roots may use of this folder. */
export { collectBlob } from './collect-blob';
export type { JournalHeader } from './journal-format';
export { journalToNdjson } from './journal-writer';
export { memoryToJsonl, type MemoryEntity, type MemoryRelation } from './memory-writer';
export { openImport } from './open-import';
export { portableBlob, portableFiles } from './portable-files';
