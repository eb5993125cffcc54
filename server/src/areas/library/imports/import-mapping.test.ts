import type { ImportMapping } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { readRows, suggestMapping } from './import-mapping.ts'

const all: ImportMapping = {
  url: 0,
  title: 1,
  description: 2,
  tags: 3,
  externalId: 4,
  playbackPolicy: 5,
}
const url = 'https://example.com/a.mp4'

function faultsOf(...rows: string[][]): string[][] {
  const numbered = rows.map((cells, n) => ({ number: n + 2, cells }))
  return readRows(numbered, all, 'public').map(({ faults }) => faults.map(({ id }) => id))
}

describe('the columns', () => {
  it.each([
    [['URL', 'Title', 'Description', 'Tags', 'External ID', 'Playback policy']],
    [[' video url ', 'NAME', 'about', 'keywords', 'external-id', 'Policy']],
    [['الرابط', 'العنوان', 'الوصف', 'الوسوم', 'المعرف الخارجى', 'سياسة التشغيل']],
    [['URL', 'शीर्षक', 'विवरण', 'टैग', 'बाहरी ID', 'प्लेबैक नीति']],
    [['यूआरएल', 'शीर्षक', 'विवरण', 'टैग', 'बाहरी आईडी', 'प्लेबैक नीति']],
    [['URL', 'శీర్షిక', 'వివరణ', 'ట్యాగ్‌లు', 'బాహ్య ID', 'ప్లేబ్యాక్ విధానం']],
    [['యూఆర్ఎల్', 'శీర్షిక', 'వివరణ', 'ట్యాగ్‌లు', 'బాహ్య ఐడి', 'ప్లేబ్యాక్ విధానం']],
  ])('are known by their names: %j', (head) => {
    expect(suggestMapping(head)).toEqual(all)
  })
  it('are ignored if their names are unknown, and have one field at most', () => {
    expect(suggestMapping(['Where', '__proto__', '', 'ID', 'id'])).toMatchObject({
      url: null,
      externalId: 3,
    })
  })
})

describe('a row', () => {
  it('is read by its columns', () => {
    const cells = [url, ' Two \n lines', 'About', 'news, daily؛news;', 'cms-1', 'SIGNED']
    expect(readRows([{ number: 7, cells }], all, 'public')).toEqual([
      {
        number: 7,
        faults: [],
        values: {
          url,
          title: 'Two lines',
          description: 'About',
          tags: ['news', 'daily'],
          externalId: 'cms-1',
          playbackPolicy: 'signed',
        },
      },
    ])
  })
  it('has composed letters, but its URL stays as it is', () => {
    const [composed, decomposed] = ['é', 'é'.normalize('NFD')]
    const cells = [`${url}?${decomposed}`, decomposed, decomposed, `${composed},${decomposed}`, decomposed]
    expect(readRows([{ number: 2, cells }], all, 'public')[0]?.values).toMatchObject({
      url: `${url}?${decomposed}`,
      title: composed,
      description: composed,
      tags: [composed],
      externalId: composed,
    })
  })
  it('has the default policy if it has none', () => {
    expect(readRows([{ number: 2, cells: [url] }], all, 'signed')[0]?.values.playbackPolicy).toBe('signed')
  })
  it.each<[string, string[], string[]]>([
    ['has no URL', ['', 'Title'], ['url-missing']],
    ['has no web address', ['ftp://example.com/a.mp4'], ['url-invalid']],
    ['has a long title', [url, 'x'.repeat(201)], ['title-too-long']],
    ['has a long description', [url, '', 'x'.repeat(5001)], ['description-too-long']],
    ['has a long tag', [url, '', '', 'x'.repeat(101)], ['tag-too-long']],
    ['has many tags', [url, '', '', Array.from({ length: 51 }, (_, n) => n).join()], ['tags-too-many']],
    ['has a long id', [url, '', '', '', 'x'.repeat(201)], ['external-id-too-long']],
    ['has another policy', [url, '', '', '', '', 'nobody'], ['policy-unknown']],
    [
      'has much that is wrong',
      ['x', 'x'.repeat(201), '', '', '', '?'],
      ['url-invalid', 'title-too-long', 'policy-unknown'],
    ],
  ])('that %s says so', (_what, cells, faults) => {
    expect(faultsOf(cells)).toEqual([faults])
  })
  it('must not repeat another', () => {
    const other = 'https://example.com/b.mp4'
    expect(faultsOf([url, '', '', '', 'a'], [url], [other, '', '', '', 'a'])).toEqual([
      [],
      ['url-twice'],
      ['external-id-twice'],
    ])
  })
})
