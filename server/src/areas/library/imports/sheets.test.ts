import { deflateRawSync } from 'node:zlib'
import * as xlsx from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { workbook } from '../../../testing/sheets.ts'
import { readZip, storedZip } from './sheet-zip.ts'
import { readSheet } from './sheets.ts'

const lines = [
  ['URL', 'العنوان', 'External ID'],
  ['https://example.com/a.mp4', 'हार्वेस्ट उत्सव', 12345678901234],
]
const MIB = 1024 ** 2

/** The parts of a real workbook, some of them replaced. */
function withParts(change: Readonly<Record<string, string>>, book = workbook(lines)): Buffer {
  const parts = readZip(book, () => true, { entries: 100, inflatedBytes: MIB })
  return storedZip(
    parts.map(({ name, body }) => {
      const changed = change[name]
      return { name, body: changed === undefined ? body : Buffer.from(changed) }
    }),
  )
}

function withStrings(count: number): Buffer {
  const strings = '<si><t>a</t></si>'.repeat(count)
  const xml = `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="${count}">${strings}</sst>`
  const sheet = xlsx.utils.aoa_to_sheet([['URL']])
  const book = xlsx.write(xlsx.utils.book_new(sheet), { type: 'buffer', bookType: 'xlsx', bookSST: true })
  return withParts({ 'xl/sharedstrings.xml': xml }, book)
}

const sheetXml = (dimension: string, rows: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="${dimension}"/><sheetData>${rows}</sheetData></worksheet>`
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`

/** A ZIP archive whose entry inflates to far more than it declares. */
function bomb(bytes: number): Buffer {
  const packed = deflateRawSync(Buffer.alloc(bytes))
  const archive = storedZip([
    { name: 'xl/workbook.xml', body: Buffer.from('<workbook/>') },
    { name: 'xl/worksheets/sheet1.xml', body: packed },
  ])
  // The second entry's method, in its own header and in the directory.
  const local = archive.indexOf(Buffer.from('PK\x03\x04', 'latin1'), 4)
  const directory = archive.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
  archive.writeUInt16LE(8, local + 8)
  archive.writeUInt16LE(8, directory + 10)
  return archive
}

/** The archive with all sizes and positions in fields of ZIP64, as Commons Compress writes it. */
function asZip64(book: Buffer): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  const parts = readZip(book, () => true, { entries: 100, inflatedBytes: MIB })
  for (const { name, body } of parts) {
    const archive = storedZip([{ name, body }])
    const head = archive.subarray(archive.indexOf(Buffer.from('PK\x01\x02', 'latin1')))
    const entry = Buffer.from(head.subarray(0, 46 + name.length))
    for (const field of [20, 24, 42]) entry.writeUInt32LE(0xffffffff, field)
    const extra = Buffer.alloc(28)
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(24, 2)
    for (const [n, value] of [body.length, body.length, at].entries())
      extra.writeBigUInt64LE(BigInt(value), 4 + n * 8)
    entry.writeUInt16LE(extra.length, 30)
    directory.push(entry, extra)
    const local = archive.subarray(0, 30 + name.length + body.length)
    locals.push(local)
    at += local.length
  }
  const head = Buffer.concat(directory)
  const end64 = Buffer.alloc(56 + 20 + 22)
  end64.writeUInt32LE(0x06064b50, 0)
  end64.writeBigUInt64LE(44n, 4)
  end64.writeBigUInt64LE(BigInt(parts.length), 32)
  end64.writeBigUInt64LE(BigInt(head.length), 40)
  end64.writeBigUInt64LE(BigInt(at), 48)
  end64.writeUInt32LE(0x07064b50, 56)
  end64.writeBigUInt64LE(BigInt(at + head.length), 64)
  end64.writeUInt32LE(0x06054b50, 76)
  end64.writeUInt16LE(0xffff, 86)
  end64.writeUInt32LE(0xffffffff, 92)
  return Buffer.concat([...locals, head, end64])
}

describe('a spreadsheet', () => {
  it.each(['xlsx', 'xls'] as const)('is read from %s, with numbers written out', async (bookType) => {
    expect(await readSheet(workbook(lines, bookType))).toEqual({
      head: ['URL', 'العنوان', 'External ID'],
      rows: [{ number: 2, cells: ['https://example.com/a.mp4', 'हार्वेस्ट उत्सव', '12345678901234'] }],
    })
  })

  it.each([
    ['yyyy\\-mm\\-dd', 46086, '2026-03-05'],
    ['dd\\-mmm\\-yy', 46086, '05-Mar-26'],
    ['dd\\.mm\\.yyyy', 46086, '05.03.2026'],
    ['d mmmm yyyy', 46086, '5 March 2026'],
    ['m/d/yy', 46086, '2026-03-05'],
    ['[h]\\hmm', 1.5, '36h00'],
    ['00000', 123, '00123'],
    ['0.00%', 0.125, '12.50%'],
    ['#,##0', 1234567, '1,234,567'],
    ['General', 123456789012345, '123456789012345'],
    ['0.00E+00', 123456789012, '123456789012'],
    ['@', 123456789012, '123456789012'],
  ])('has dates and numbers as displayed: %s', async (z, v, text) => {
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const sheet = xlsx.utils.aoa_to_sheet([['Title'], [{ t: 'n', v, z }]])
      const file = xlsx.write(xlsx.utils.book_new(sheet), { type: 'buffer', bookType })
      expect((await readSheet(file)).rows).toEqual([{ number: 2, cells: [text] }])
    }
  })

  it('is read from an archive with ZIP64 fields', async () => {
    expect(await readSheet(asZip64(workbook(lines)))).toEqual(await readSheet(workbook(lines)))
  })

  it('returns stored results of formulas without evaluating them', async () => {
    const sheet = xlsx.utils.aoa_to_sheet([
      ['URL'],
      [{ t: 's', v: 'last', f: 'HYPERLINK("http://x","last")' }],
    ])
    const file = xlsx.write(xlsx.utils.book_new(sheet), { type: 'buffer', bookType: 'xlsx' })
    expect((await readSheet(file)).rows).toEqual([{ number: 2, cells: ['last'] }])
  })

  it('is read by its content, not by its declared size', async () => {
    const rows = `<row r="1">${cell('A1', 'URL')}${cell('XFD1', 'far')}</row><row r="1048576">${cell('A1048576', 'x')}</row>`
    const file = withParts({ 'xl/worksheets/sheet1.xml': sheetXml('A1:XFD1048576', rows) })
    expect(await readSheet(file)).toEqual({ head: ['URL'], rows: [] })
  })

  it('may have columns of any name', async () => {
    const file = workbook([
      ['__proto__', 'constructor'],
      ['a', 'b'],
    ])
    const { head, rows } = await readSheet(file)
    expect([head, rows]).toEqual([['__proto__', 'constructor'], [{ number: 2, cells: ['a', 'b'] }]])
  })

  it('loads nothing from outside', async () => {
    const rows = `<row r="1">${cell('A1', '&amp;x;&x;')}</row>`
    const xml = `<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>${sheetXml('A1', rows)}`
    expect(JSON.stringify(await readSheet(withParts({ 'xl/worksheets/sheet1.xml': xml })))).not.toMatch(
      /root:/,
    )
  })

  it.each<[string, () => Buffer]>([
    ['HTML', () => Buffer.from('<html><table><tr><td>URL</td></tr></table></html>')],
    ['CSV', () => Buffer.from('URL,Title\nhttps://example.com/a.mp4,A\n')],
    ['a ZIP archive of something else', () => storedZip([{ name: 'content.xml', body: Buffer.from('x') }])],
    [
      'a compound file of something else',
      () => Buffer.concat([ole, Buffer.from('WordDocument\0', 'utf16le')]),
    ],
    ['nothing', () => Buffer.alloc(1)],
  ])('is not %s', async (_what, file) => {
    await expect(readSheet(file())).rejects.toMatchObject({ id: 'sheet-format' })
  })

  it.each<[string, () => Buffer]>([
    ['is cut off', () => workbook(lines).subarray(0, 2000)],
    ['is encrypted', () => Buffer.concat([ole, Buffer.from('EncryptedPackage\0', 'utf16le')])],
    ['is old and torn', () => Buffer.concat([ole, Buffer.from('Workbook\0', 'utf16le')])],
    ['inflates to more than 100 MiB', () => bomb(101 * MIB)],
    ['has a million shared strings', () => withStrings(1_000_000)],
  ])('that %s cannot be read', async (_what, file) => {
    await expect(readSheet(file())).rejects.toMatchObject({ id: 'sheet-unreadable' })
  })
})

const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)])

describe('a ZIP archive', () => {
  it('is limited while it inflates, not by its declared size', () => {
    const limits = { entries: 10, inflatedBytes: 5 * MIB }
    expect(() => readZip(bomb(6 * MIB), () => true, limits)).toThrow('inflate')
    expect(readZip(bomb(4 * MIB), () => true, limits)[1]?.body.length).toBe(4 * MIB)
  })
  it('must not have too many entries or duplicate names', () => {
    const one = { name: 'a', body: Buffer.from('x') }
    const limits = { entries: 1, inflatedBytes: 10 }
    expect(() => readZip(storedZip([one, one]), () => true, limits)).toThrow('too many')
    expect(() => readZip(storedZip([one, one]), () => true, { ...limits, entries: 2 })).toThrow('duplicate')
  })
})
