import {
  createByUrlBody,
  type ImportField,
  type ImportMapping,
  importFields,
  maxTags,
  type PlaybackPolicy,
  type RowFault,
  sheetLanguages,
} from '@kinora/contract'
import { fold } from '../../../platform/database/fold.ts'
import { columnNames, policyWords } from './sheet-words.ts'
import type { FieldFault, RowValues } from './tables.ts'

/** Guesses the field of each column from its name; each column has one field at most. */
export function suggestMapping(head: readonly string[]): ImportMapping {
  const normalized = head.map(normalizeName)
  const taken = new Set<number>()
  const find = (field: ImportField): number | null => {
    for (const language of sheetLanguages)
      for (const name of columnNames[language][field]) {
        const at = normalized.findIndex((word, n) => word === normalizeName(name) && !taken.has(n))
        if (at < 0) continue
        taken.add(at)
        return at
      }
    return null
  }
  return {
    url: find('url'),
    title: find('title'),
    description: find('description'),
    tags: find('tags'),
    externalId: find('externalId'),
    playbackPolicy: find('playbackPolicy'),
  }
}

/** Only letters and digits, folded as in search: "External-ID " becomes "externalid". */
function normalizeName(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}]/gu, '')
}

interface ReadRow {
  readonly number: number
  readonly values: RowValues
  readonly faults: readonly FieldFault[]
}

/** The values of each row, and its faults. */
export function readRows(
  rows: readonly { readonly number: number; readonly cells: readonly string[] }[],
  mapping: ImportMapping,
  defaultPolicy: PlaybackPolicy,
): ReadRow[] {
  const seen = { url: new Set<string>(), externalId: new Set<string>() }
  return rows.map(({ number, cells }) => {
    const cellAsTyped = (field: ImportField) => cells[mapping[field] ?? -1]?.trim() ?? ''
    const cell = (field: ImportField) => cellAsTyped(field).normalize('NFC')
    const policy = policyOf(cell('playbackPolicy'))
    const values: RowValues = {
      url: cellAsTyped('url'),
      title: cell('title').replace(/\s+/g, ' '),
      description: cell('description'),
      tags: tagsOf(cell('tags')),
      externalId: cell('externalId') || null,
      playbackPolicy: policy ?? defaultPolicy,
    }
    const faults = [...faultsOf(values), ...duplicateFaults(values, seen)]
    if (policy === undefined && cell('playbackPolicy') !== '')
      faults.push({ field: 'playbackPolicy', id: 'policy-unknown' })
    return { number, values, faults: sortFaults(faults) }
  })
}

const separators = /[,;\n،؛]/

function tagsOf(text: string): string[] {
  const tags = text.split(separators).map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

function policyOf(text: string): PlaybackPolicy | undefined {
  const word = normalizeName(text)
  if (policyWords.public.some((each) => normalizeName(each) === word)) return 'public'
  return policyWords.signed.some((each) => normalizeName(each) === word) ? 'signed' : undefined
}

function faultsOf({ url, title, description, tags, externalId }: RowValues): FieldFault[] {
  const wrong: [boolean, ImportField, RowFault][] = [
    [url === '', 'url', 'url-missing'],
    [url !== '' && !isWebAddress(url), 'url', 'url-invalid'],
    [title.length > 200, 'title', 'title-too-long'],
    [description.length > 5000, 'description', 'description-too-long'],
    [tags.some((tag) => tag.length > 100), 'tags', 'tag-too-long'],
    [tags.length > maxTags, 'tags', 'tags-too-many'],
    [(externalId?.length ?? 0) > 200, 'externalId', 'external-id-too-long'],
  ]
  return wrong.flatMap(([isWrong, field, id]) => (isWrong ? [{ field, id }] : []))
}

/** Whether a URL is valid, by the same rule as for a single video. */
function isWebAddress(url: string): boolean {
  return createByUrlBody.shape.url.safeParse(url).success
}

function duplicateFaults(
  { url, externalId }: RowValues,
  seen: { url: Set<string>; externalId: Set<string> },
): FieldFault[] {
  const faults: FieldFault[] = []
  if (url !== '' && seen.url.has(url)) faults.push({ field: 'url', id: 'url-twice' })
  seen.url.add(url)
  if (externalId === null) return faults
  if (seen.externalId.has(externalId)) faults.push({ field: 'externalId', id: 'external-id-twice' })
  seen.externalId.add(externalId)
  return faults
}

function sortFaults(faults: readonly FieldFault[]): FieldFault[] {
  return importFields.flatMap((field) => faults.filter((fault) => fault.field === field))
}
