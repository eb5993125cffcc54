import { describe, expect, it } from 'vitest'
import { readFiles } from './beside.ts'
import { companionKindOf, isCompanionOf, sharedStart, subtitleLabel } from './companion-names.ts'
import { readManifest, readSidecar } from './companion-tasks.ts'

const rules = { settle: 'quiet', marker: '.done', manifest: 'manifest.*', sidecars: 'use' } as const
const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) })

describe('a name', () => {
  it.each([
    ['day/film.mp4.done', { ...rules, settle: 'marker' }, 'marker'],
    ['day/film.done', { ...rules, settle: 'marker' }, 'marker'],
    ['day/.done', { ...rules, settle: 'marker' }, null],
    ['day/film.mp4.done', rules, null],
    ['Manifest.JSON', { ...rules, settle: 'manifest' }, 'manifest'],
    ['film.XML', rules, 'sidecar'],
    ['film.ar.vtt', rules, 'subtitle'],
    ['film.xml', { ...rules, sidecars: 'ignore' }, null],
    ['film.mp4', rules, null],
  ] as const)('says what %s is for others', (path, given, kind) => {
    expect(companionKindOf(path, given)).toBe(kind)
  })

  it.each([
    ['day/film.mp4.done', 'marker', true],
    ['day/film.done', 'marker', true],
    ['film.done', 'marker', false],
    ['day/film.json', 'sidecar', true],
    ['day/film.mp4.json', 'sidecar', true],
    ['day/film2.json', 'sidecar', false],
    ['day/film.srt', 'subtitle', true],
    ['day/film.en.sdh.srt', 'subtitle', true],
    ['day/films.en.srt', 'subtitle', false],
    ['manifest.json', 'manifest', true],
    ['other/manifest.json', 'manifest', false],
  ] as const)('says whether %s belongs to a video', (path, kind, isOwn) => {
    expect(isCompanionOf({ path, kind }, 'day/film.mp4', rules)).toBe(isOwn)
    if (isOwn && kind !== 'manifest') expect(sharedStart(path)).toBe(sharedStart('day/film.mp4'))
  })

  it.each([
    ['interview.v2.srt', 'interview.v2.mp4'],
    ['interview.v2.en.srt', 'interview.v2.mp4'],
    ['interview.en.srt', 'interview.mp4'],
    ['interview.v2.mp4.xml', 'interview.v2.mp4'],
  ])('says which of two videos %s belongs to', (path, owner) => {
    const videos = ['interview.mp4', 'interview.v2.mp4']
    const kind = companionKindOf(path, rules) ?? 'manifest'
    expect(videos.filter((video) => isCompanionOf({ path, kind }, video, rules, videos))).toEqual([owner])
  })

  it('is that of both videos with the same beginning', () => {
    const videos = ['film.mp4', 'film.mov']
    for (const [path, kind] of [
      ['film.done', 'marker'],
      ['film.xml', 'sidecar'],
      ['film.en.srt', 'subtitle'],
      ['manifest.json', 'manifest'],
    ] as const)
      expect(videos.filter((video) => isCompanionOf({ path, kind }, video, rules, videos))).toEqual(videos)
  })

  it.each([
    ['film.srt', { language: null, title: null, closedCaptions: false }],
    ['film.ar.vtt', { language: 'ar', title: null, closedCaptions: false }],
    ['film.mp4.pt-BR.vtt', { language: 'pt-BR', title: null, closedCaptions: false }],
    ['film.hi.srt', { language: 'hi', title: null, closedCaptions: false }],
    ['film.en.hi.srt', { language: 'en', title: null, closedCaptions: true }],
    ['film.sdh.srt', { language: null, title: null, closedCaptions: true }],
    ['film.en.signs.srt', { language: 'en', title: 'signs', closedCaptions: false }],
    ['film.draft2.srt', { language: null, title: 'draft2', closedCaptions: false }],
  ])('says the language of %s', (path, label) => {
    expect(subtitleLabel(path, 'film.mp4')).toEqual(label)
  })
})

const values = {
  title: 'Flood & rain',
  description: 'Report',
  tags: ['rain', 'news'],
  metadata: [
    { key: 'Desk', value: 'Harbor', type: 'text' },
    { key: 'language', value: 'ar', type: 'text' },
  ],
  language: 'ar',
}

it('has a limited number of files of each kind beside it, and sidecars are read first', () => {
  const files = Array.from({ length: 300 }, (_, n) => ({
    path: `film.${n}`,
    kind: n < 150 ? ('subtitle' as const) : ('sidecar' as const),
  }))
  const kinds = readFiles(files).map(({ kind }) => kind)
  expect(kinds).toEqual([...Array(5).fill('sidecar'), ...Array(100).fill('subtitle')])
})

describe('a sidecar', () => {
  it.each([
    [
      'film.xml',
      `<?xml version="1.0"?><video xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Flood &amp; rain</dc:title>
       <summary>Report</summary><keywords><keyword>rain</keyword><keyword>news</keyword></keywords><lang>ar</lang>
       <metadata><field name="Desk">Harbor</field></metadata></video>`,
    ],
    [
      'film.json',
      '{"title":"Flood & rain","description":"Report","tags":["rain","news"],"language":"AR","metadata":{"Desk":"Harbor"},"x":{"y":1}}',
    ],
    [
      'film.json',
      '{"Headline":"Flood & rain","Summary":"Report","Keywords":"rain, news","lang":"ar","metadata":[{"key":"Desk","value":"Harbor"}]}',
    ],
    [
      'film.csv',
      '\uFEFFtitle;description;tags;language;Desk\r\n"Flood & rain";Report;"rain, news";ar;Harbor\r\n',
    ],
    [
      'film.xml',
      '<video><title><![CDATA[Flood & rain]]></title><summary>Re<![CDATA[port]]></summary><tags>rain, news</tags><lang>ar</lang><Desk>Harbor</Desk></video>',
    ],
    ['film.csv', 'title,Flood & rain\ndescription,"Report"\ntags,"rain, news"\nlanguage,ar\nDesk,Harbor\n'],
  ])('%s has the values of a video', (path, text) => {
    expect(readSidecar(file(path, text))).toEqual(values)
  })

  it.each([
    ['film.xml', '<video><title>Flood', 'broken'],
    ['film.xml', '<!DOCTYPE a [<!ENTITY b "c">]><video><title>&b;</title></video>', 'broken'],
    ['film.xml', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`, 'broken'],
    ['film.json', '["title"]', 'broken'],
    ['film.json', '{"description":"a\\u0000b"}', 'broken'],
    ['film.json', '{"title":"\\ud800"}', 'broken'],
    ['film.json', '{"title":', 'broken'],
    ['film.csv', 'title,description,tags\n"a', 'broken'],
    ['film.csv', '', 'broken'],
    ['film.json', '{"title":"\xff"}', 'broken'],
    ['film.json', `{"title":"${'a'.repeat(201)}"}`, 'values'],
    ['film.json', '{"language":"no language"}', 'values'],
  ])('%s with %s is refused', (path, text, fault) => {
    expect(readSidecar({ path, bytes: Buffer.from(text, text.includes('\xff') ? 'latin1' : 'utf8') })).toBe(
      fault,
    )
  })
})

it('says which lines of two cells are names above values', () => {
  const title = (text: string) => readSidecar(file('film.csv', text))
  expect(title('title,Desk\nFlood,Harbor')).toMatchObject({ title: 'Flood' })
  expect(title('title,summary\nName,Report')).toMatchObject({ title: 'Name' })
  expect(title('title,Flood\nsummary,Report')).toMatchObject({ title: 'Flood', description: 'Report' })
})

describe('a manifest', () => {
  const md5 = 'd41d8cd98f00b204e9800998ecf8427e'
  const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  it.each([
    [
      'manifest.json',
      `{"files":[{"name":"day/film.mp4","size":10,"sha256":"${sha256}"}]}`,
      { size: 10, sha256 },
    ],
    ['manifest.json', `[{"path":"./day/film.mp4","checksum":"md5:${md5}"}]`, { size: null, md5 }],
    ['manifest.csv', `File name,Size,MD5\nday/film.mp4,10,${md5.toUpperCase()}\n`, { size: 10, md5 }],
    ['files.sha256', `# made by hand\n${sha256} *day/film.mp4\n`, { size: null, sha256 }],
    ['files.md5', `MD5 (day/film.mp4) = ${md5}\r\n`, { size: null, md5 }],
    ['manifest.txt', 'day/film.mp4 10', { size: 10 }],
  ])('%s lists files', (path, text, listed) => {
    expect(readManifest(file(path, text))).toMatchObject([{ path: 'day/film.mp4', ...listed }])
  })

  it.each([
    ['manifest.json', '{"files":[{"name":"film.mp4"}]}'],
    ['manifest.json', '{"files":[]}'],
    ['manifest.txt', 'film.mp4 is whole'],
    ['manifest.txt', `film${' '.repeat(3000)}mp4 10`],
    ['manifest.txt', '10'],
    ['manifest.csv', 'a\n'],
  ])('%s with %s is refused', (path, text) => {
    expect(readManifest(file(path, text))).toBeNull()
  })
})
