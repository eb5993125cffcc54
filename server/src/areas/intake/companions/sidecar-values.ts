import { canonicalLanguage, type MetadataEntry, updateContentBody } from '@kinora/contract'

/** The values of a sidecar for its video. */
export interface SidecarValues {
  readonly title: string | null
  readonly description: string | null
  readonly tags: readonly string[]
  /** Has the language too, since videos have no field for it. */
  readonly metadata: readonly MetadataEntry[]
  /** Language of subtitles whose names have none. */
  readonly language: string | null
}

/** Names of fields as people and programs write them, in small letters without spaces. */
const names = {
  title: ['title', 'headline', 'name'],
  description: ['description', 'summary', 'caption', 'abstract'],
  tags: ['tags', 'tag', 'keywords', 'keyword', 'subject', 'subjects'],
  language: ['language', 'lang', 'languagecode'],
} as const
type Field = keyof typeof names

const separators = /[,;،؛\n]/

/** Maps the entries of a sidecar, in their order. Those with other names become metadata.
 * @returns null if a value is longer than videos allow, or the language is unknown */
export function sidecarValues(entries: readonly (readonly [string, string])[]): SidecarValues | null {
  const fields = new Map<Field, string[]>()
  const others = new Map<string, { readonly key: string; readonly values: string[] }>()
  for (const [key, value] of entries) {
    const text = value.normalize('NFC').trim()
    if (text === '') continue
    const field = fieldOf(key)
    if (field !== null) fields.set(field, [...(fields.get(field) ?? []), text])
    else addOther(others, key, text)
  }
  const [languageText] = fields.get('language') ?? []
  const language = languageText === undefined ? null : canonicalLanguage(languageText)
  if (languageText !== undefined && language === null) return null
  if (language !== null) addOther(others, 'language', language)
  const given = {
    title: oneLine(fields.get('title')?.[0]),
    description: fields.get('description')?.[0],
    tags: [...new Set((fields.get('tags') ?? []).flatMap(tagsOf))],
    metadata: [...others.values()].map(({ key, values }) => ({ key, value: oneLine(values.join(', ')) })),
  }
  const read = updateContentBody.safeParse(given)
  if (!read.success) return null
  const { title = null, description = null, tags = [], metadata = [] } = read.data
  return { title, description, tags, metadata, language }
}

/** The field of a video that a name stands for. */
export function fieldOf(key: string): Field | null {
  const plain = key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return (Object.keys(names) as Field[]).find((field) => names[field].some((each) => each === plain)) ?? null
}

function addOther(
  others: Map<string, { readonly key: string; readonly values: string[] }>,
  key: string,
  text: string,
): void {
  const name = oneLine(key.normalize('NFC'))
  const known = others.get(name.toLowerCase())
  if (known === undefined) others.set(name.toLowerCase(), { key: name, values: [text] })
  else known.values.push(text)
}

function tagsOf(text: string): string[] {
  return text
    .split(separators)
    .map((tag) => oneLine(tag))
    .filter((tag) => tag !== '')
}

function oneLine(text: string): string
function oneLine(text: string | undefined): string | undefined
function oneLine(text: string | undefined): string | undefined {
  return text?.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
