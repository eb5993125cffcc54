import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, languages } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { render } from '../../../platform/documents/render.ts'
import {
  differenceOf,
  type GrayPicture,
  pdfPictures,
  pdfTexts,
  readPicture,
  writePicture,
} from '../../../testing/reports/pdf-pictures.ts'
import type { DocumentContent } from '../invoices/content.ts'
import type { DocumentRow } from '../invoices/tables.ts'
import { billingDetails, seller } from '../test-requests.ts'
import { documentCsv } from './csv.ts'
import { documentTemplate, templateData } from './template-data.ts'
import { documentTexts } from './texts.ts'

/** Share of squares that may differ: fonts are files of the project, so hardly any do. */
const MOST_DIFFERENT = 0.002

const { language: _language, ...buyer } = billingDetails
const { seriesPrefix: _prefix, isReverseCharge: _isReverse, ...party } = seller
const names = {
  en: 'Deccan Television Ltd',
  hi: 'दक्कन टेलीविज़न लि.',
  ar: 'تلفزيون الدكن',
  te: 'దక్కన్ టెలివిజన్ లి.',
} as const

function contentIn(language: Language, change: Partial<DocumentContent> = {}): DocumentContent {
  return {
    timezone: 'Asia/Kolkata',
    seller: party,
    buyer: { ...buyer, name: names[language] },
    lines: [{ kind: 'top-up', meter: null, period: null, quantity: '1', amount: '500000000' }],
    taxes: [
      { name: 'IGST', ratePpm: 180_000, net: '500000000', tax: '90000000', isReverseCharge: false },
      { name: 'VAT', ratePpm: 200_000, net: '500000000', tax: '0', isReverseCharge: true },
    ],
    isFromProcessor: false,
    method: 'Visa ending 4821',
    reason: '',
    balance: '1661400000',
    movement: null,
    ...change,
  }
}

function rowIn(language: Language, change: Partial<DocumentRow> = {}): DocumentRow {
  const at = new Date('2026-11-10T10:00:00Z')
  return {
    id: '0198f000-0000-7000-8000-000000000001',
    organizationId: '0198f000-0000-7000-8000-000000000002',
    kind: 'invoice',
    key: 'test',
    status: 'final',
    sellerId: null,
    year: 2026,
    number: 17n,
    name: 'KN-2026-00017',
    language,
    currency: 'USD',
    net: 500_000_000n,
    tax: 90_000_000n,
    content: contentIn(language),
    invoiceId: null,
    periodStartsAt: null,
    periodEndsAt: null,
    createdAt: at,
    issuedAt: at,
    delivery: 'due',
    deliveryError: null,
    pdfSha256: null,
    pdfBytes: null,
    ...change,
  }
}

const period = { startsAt: '2026-08-31T18:30:00.000Z', endsAt: '2026-09-30T18:30:00.000Z' }
const statementIn = (language: Language) =>
  rowIn(language, {
    kind: 'statement',
    name: null,
    number: null,
    net: 963_000_410n,
    tax: 0n,
    periodStartsAt: new Date('2026-09-30T18:30:00Z'),
    periodEndsAt: new Date('2026-10-31T18:30:00Z'),
    content: contentIn(language, {
      taxes: [],
      method: '',
      balance: null,
      lines: [
        { kind: 'usage', meter: 'streaming', period: null, quantity: '247093200000', amount: '370639800' },
        {
          kind: 'usage',
          meter: 'stored-bytes',
          period: null,
          quantity: '912000000000000',
          amount: '592357310',
        },
        { kind: 'adjustment', meter: null, period, quantity: null, amount: '3300' },
      ],
      movement: { opening: '1444000000', added: '500000000', charged: '963000410', closing: '980999590' },
    }),
  })

async function pdfOf(row: DocumentRow): Promise<Uint8Array> {
  const pdf = { template: documentTemplate, data: templateData(row, null) }
  const { pdf: made } = await render({ pdf, picture: null }, new AbortController().signal)
  return made ?? new Uint8Array()
}

async function pictureOf(row: DocumentRow): Promise<GrayPicture> {
  const [first] = await pdfPictures(await pdfOf(row))
  if (first === undefined) throw new Error('the PDF has no page')
  return first
}

const shown = join(import.meta.dirname, '../../../../../reports')

describe('a PDF', () => {
  it.each(
    languages.flatMap((language) => [
      ['invoice', rowIn(language)] as const,
      ['statement', statementIn(language)] as const,
    ]),
  )('of an %s looks as it should in its language', async (kind, row) => {
    const file = `${kind}-${row.language}.png`
    const picture = await pictureOf(row)
    const known = await readPicture(join(import.meta.dirname, file)).catch(() => null)
    const difference = known === null ? 1 : differenceOf(picture, known)
    if (difference > MOST_DIFFERENT) {
      await mkdir(shown, { recursive: true })
      await writePicture(join(shown, file), picture)
    }
    expect(difference, `see reports/${file}`).toBeLessThanOrEqual(MOST_DIFFERENT)
  })
})

it('has text that people can copy, on as many pages as it needs', async () => {
  const [text] = await pdfTexts(await pdfOf(rowIn('en')))
  for (const part of [seller.name, 'Tax ID 37AAKCK0000A1Z5', 'KN-2026-00017', '$90.00', '$590.00'])
    expect(text?.replaceAll(/[\u2068\u2069]/g, '')).toContain(part)
  const { content } = statementIn('te')
  const lines = Array.from({ length: 60 }, () => content.lines).flat()
  const pages = await pdfTexts(await pdfOf({ ...statementIn('te'), content: { ...content, lines } }))
  expect(pages.length).toBeGreaterThan(3)
  expect(pages.at(-1)).toContain('$980.99959')
})

describe('the content of a document', () => {
  it('has what is owed, in the language and the time zone of the document', () => {
    const data = templateData(rowIn('en'), null)
      .replaceAll(/[\u2068\u2069]/g, '')
      .replaceAll('\u2009', ' ')
    const { title, subtitles, blocks, rows, sums, notes } = JSON.parse(data)
    expect(title).toBe('Invoice KN-2026-00017')
    expect(subtitles).toEqual(['KN-2026-00017', '10 Nov 2026'])
    expect(blocks[0].lines.slice(-3)).toEqual([
      'Vijayawada 520010',
      'Andhra Pradesh, India',
      'Tax ID 37AAKCK0000A1Z5',
    ])
    expect(rows).toEqual([{ name: 'Wallet credit, video platform', quantity: '1', amount: '$500.00' }])
    expect(sums.map(({ name, amount }: Record<string, string>) => `${name}: ${amount}`)).toEqual([
      'IGST 18%: $90.00',
      'VAT 20%, reverse charge: $0.00',
      'Total: $590.00',
    ])
    expect(notes[1]).toBe('Wallet after this: $1,661.40.')
  })

  it('explains what a period cost, to the micro', () => {
    const data = templateData(statementIn('en'), null)
      .replaceAll(/[\u2068\u2069]/g, '')
      .replaceAll('\u2009', ' ')
    const { title, rows, sums } = JSON.parse(data)
    expect(title).toBe('Statement 1 – 31 Oct 2026')
    expect(rows).toEqual([
      { name: 'Streamed', quantity: '4,118,220 min', amount: '$370.6398' },
      { name: 'Storage space', quantity: '1,249 GB for a month', amount: '$592.35731' },
      { name: 'Adjustment for 1 – 30 Sept 2026', quantity: '', amount: '$0.0033' },
    ])
    expect(sums.at(-1)).toMatchObject({ name: 'Balance at the end', amount: '$980.99959' })
    expect(documentCsv(statementIn('en')).toString()).toContain(
      'usage,streaming,247093200000,ms,,,370.639800,USD\r\n',
    )
  })

  it('gives the template no characters that change the direction of other text', () => {
    const hostile = rowIn('ar', {
      content: contentIn('ar', { method: '#read("/etc/passwd") \u202egnp.exe\u0007' }),
    })
    const { blocks } = JSON.parse(templateData(hostile, null))
    expect(blocks[1].lines[0].slice(1, -1)).not.toMatch(/[\u202a-\u202e\u2066-\u2069\p{Cc}]/u)
  })

  it('shows units as the console does', () => {
    const file = join(import.meta.dirname, '../../../../../console/src/areas/billing/texts.json')
    const { units } = JSON.parse(readFileSync(file, 'utf8'))
    for (const language of languages) {
      const texts = documentTexts[language]
      for (const [unit, text] of Object.entries(texts.units))
        expect(text.replace('{number}', '{{number}}')).toBe(units[unit].amount[language])
    }
  })
})
