import { xmlElements } from '../stores/remote/xml-elements.ts'
import { type ListedFile, manifestFiles } from './manifest.ts'
import { readRows } from './rows.ts'
import { fieldOf, type SidecarValues, sidecarValues } from './sidecar-values.ts'

/** A small file of others. */
export interface SmallFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Reads a sidecar. @returns a fault, if it cannot be read or its values do not fit */
export function readSidecar(file: SmallFile): SidecarValues | 'broken' | 'values' {
  const entries = attempt(() => entriesOf(file))
  if (entries === null || entries.length === 0 || !entries.flat().every(isStorableText)) return 'broken'
  return sidecarValues(entries) ?? 'values'
}

/** Reads a list of files. Null if it cannot be read. */
export function readManifest(file: SmallFile): readonly ListedFile[] | null {
  return attempt(() => manifestFiles(endingOf(file), textOf(file)))
}

/** Whether the database can store a text. */
function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

type Entry = readonly [string, string]
/** More than a video has fields. */
const MOST_ENTRIES = 1000

function entriesOf(file: SmallFile): readonly Entry[] {
  const text = textOf(file)
  const ending = endingOf(file)
  const entries =
    ending === 'xml' ? xmlEntries(text) : ending === 'json' ? jsonEntries(text) : csvEntries(text)
  if (entries.length > MOST_ENTRIES) throw new Error('the sidecar has too many values')
  return entries
}

function endingOf({ path }: SmallFile): string {
  return path.toLowerCase().split('.').at(-1) ?? ''
}

/** @throws an error if the text is not UTF-8 */
function textOf({ bytes }: SmallFile): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** The texts of elements that have no others inside, by their names or their attributes `name` or `key`. */
function xmlEntries(text: string): Entry[] {
  const entries: Entry[] = []
  const open: { readonly key: string; hasOthers: boolean }[] = []
  const read = xmlElements({
    open({ local }, attribute) {
      const parent = open.at(-1)
      if (parent !== undefined) parent.hasOthers = true
      open.push({ key: attribute('name') ?? attribute('key') ?? local, hasOthers: false })
    },
    close(_element, value) {
      const element = open.pop()
      if (element !== undefined && !element.hasOthers && value !== '') entries.push([element.key, value])
    },
  })
  read(text)
  if (open.length > 0) throw new Error('the document has no end')
  return entries
}

/** The values of an object, and those of `metadata` in it, which is an object or a list of keys with values. */
function jsonEntries(text: string): Entry[] {
  const given: unknown = JSON.parse(text)
  if (!isObject(given)) throw new Error('the document is not an object')
  return Object.entries(given).flatMap(([key, value]) => {
    if (key.toLowerCase() !== 'metadata' || typeof value !== 'object' || value === null)
      return valuesOf(key, value)
    const members: unknown[] = Array.isArray(value) ? value : [value]
    return members.flatMap((member) => {
      if (!isObject(member)) return []
      if (typeof member.key === 'string') return valuesOf(member.key, member.value)
      return Object.entries(member).flatMap(([name, each]) => valuesOf(name, each))
    })
  })
}

function valuesOf(key: string, value: unknown): Entry[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.flatMap((each): Entry[] =>
    typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean'
      ? [[key, String(each)]]
      : [],
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A line of names and one of values, or a line of a name and a value for each. */
function csvEntries(text: string): Entry[] {
  const rows = readRows(text)
  const [head = [], values = []] = rows
  const isPairs = rows.every(({ length }) => length === 2) && (rows.length !== 2 || arePairs(head, values))
  if (isPairs) return rows.map(([key = '', value = '']) => [key, value] as const)
  if (rows.length !== 2) throw new Error('the sidecar has not one line of values')
  return head.map((key, index) => [key, values[index] ?? ''] as const)
}

/** Whether two lines of two cells are a name and a value each, and not names above values. */
function arePairs([, ofFirst = '']: readonly string[], [name = '']: readonly string[]): boolean {
  return fieldOf(name) !== null && fieldOf(ofFirst) === null
}
