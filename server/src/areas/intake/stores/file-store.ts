import type { AccountReason, AccountStepReason } from '@kinora/contract'

/** Facts of a file that are known without reading it. */
export interface FileFacts {
  /** Bytes. */
  readonly size: number
  /** Milliseconds at most, since the database keeps no more. */
  readonly modifiedAt: Date
  /** The version of the file, as the server names it. Null if it has none. */
  readonly etag: string | null
}

/** A file of a watched folder. */
export interface FoundFile extends FileFacts {
  /** Below the watched folder, with `/` between names. */
  readonly path: string
}

/** Whether a file is the same as before. */
export function isSameFile(one: FileFacts, other: FileFacts): boolean {
  return (
    one.size === other.size &&
    one.modifiedAt.getTime() === other.modifiedAt.getTime() &&
    one.etag === other.etag
  )
}

const [EARLIEST_MS, LATEST_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')]

/** Whether the database can store the facts of a file. Servers list what they like. */
export function isStorable({ size, modifiedAt }: FileFacts): boolean {
  const ms = modifiedAt.getTime()
  return Number.isSafeInteger(size) && size >= 0 && ms >= EARLIEST_MS && ms <= LATEST_MS
}

/** Reads bytes of a file. Fewer at its end. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>

/** A file that is read. */
export interface OpenFile extends AsyncDisposable {
  /** Asks the server again. @throws StoreFault */
  facts(): Promise<FileFacts>
  /** @throws StoreFault */
  readonly readAt: ReadAt
  /** Its bytes up to its size, in order. @throws StoreFault */
  stream(): AsyncIterable<Uint8Array>
}

/** The files below one folder: of the server itself, of another server, or of a cloud. Everything has a time limit. */
export interface FileStore extends AsyncDisposable {
  /** Lists files in batches, also empty ones, so that a slow list is seen to go on. Links, devices, hidden folders and the folder of
   * moved files are left out. @throws StoreFault for the folder itself */
  list(isRecursive: boolean): AsyncIterable<readonly FoundFile[]>
  /** @throws StoreFault missing, no-file and others */
  open(file: FoundFile): Promise<OpenFile>
  /** Null if there is no such file. @throws StoreFault */
  factsOf(path: string): Promise<FileFacts | null>
  /** Moves a file into a folder, which is created if it is missing. It can run again after it was killed.
   * @returns false if there is another file of that name, which stays. @throws StoreFault */
  move(file: FoundFile, to: string): Promise<boolean>
  /** @throws StoreFault */
  remove(file: FoundFile): Promise<void>
  /** Writes a small file. @throws StoreFault */
  write(path: string, bytes: Buffer): Promise<void>
}

/** An entry of a folder. Its facts are null for a folder. Links and devices are no entries. */
export interface Entry {
  readonly name: string
  readonly facts: FileFacts | null
}

/** A file that is written to an account. */
export interface NewFile {
  /** Bytes, at least one. */
  readonly size: number
  /** The media type. */
  readonly type: string
  /** Reads from `start` up to but not including `end`. */
  read(start: number, end: number): Promise<Uint8Array>
}

/** The files below one folder of an account. */
export interface RemoteStore extends FileStore {
  /** Lists the folder itself in pages, with the folders in it. @throws StoreFault */
  entries(): AsyncIterable<readonly Entry[]>
  /** Writes a file of any size, in a folder that is created if it is missing. It gets its name when it is whole.
   * @returns false if there is a file of that name, which stays. @throws StoreFault */
  put(path: string, file: NewFile): Promise<boolean>
}

/** The bytes of a new file in chunks. */
export async function* chunksOf(
  { size, read }: NewFile,
  chunkBytes: number,
): AsyncGenerator<{ readonly start: number; readonly bytes: Uint8Array }> {
  for (let start = 0; start < size; start += chunkBytes)
    yield { start, bytes: await read(start, Math.min(start + chunkBytes, size)) }
}

/** Faults of the server or the account, which all of its folders share. */
const accountFaults: ReadonlySet<string> = new Set<AccountReason>([
  'no-answer',
  'address',
  'sign-in',
  'host-key',
  'certificate',
  'protocol',
])

/** Something cannot be done with a folder or file, for a reason that people are shown. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault'
  readonly fault: AccountStepReason
  constructor(fault: AccountStepReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.fault = fault
  }

  /** The reason for which the account fails. Null if only a folder or file does. */
  get accountReason(): AccountReason | null {
    return isAccountReason(this.fault) ? this.fault : null
  }
}

/** Whether a fault is one of the account. */
export function isAccountReason(fault: string): fault is AccountReason {
  return accountFaults.has(fault)
}
