import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figures, languages, reportMetrics } from '@kinora/contract'
import { describe, expect, it } from 'vitest'
import { fontFamilies } from '../../../platform/documents/fonts.ts'
import { render } from '../../../platform/documents/render.ts'
import type { Answers } from './answers.ts'
import { chartPicture } from './chart-picture.ts'
import { reportDocument } from './report-document.ts'
import { reportTemplate, templateData } from './template-data.ts'
import { reportTexts } from './texts.ts'

const HOSTILE = '#read("/etc/passwd") *_$<x> \\ \u202egnp.exe\u0007 \ud800'
const from = new Date('2026-11-16T00:00:00Z')
const to = new Date('2026-11-23T00:00:00Z')

function figures(change: Partial<Figures>): Figures {
  return {
    metric: 'viewers',
    unit: 'count',
    interval: 'day',
    timezone: 'UTC',
    freshAt: to.toISOString(),
    total: 203_118,
    previousTotal: 186_000,
    series: [],
    ...change,
  }
}

const series = Array.from({ length: 7 }, (_, n) => ({
  at: new Date(from.getTime() + n * 86_400_000).toISOString(),
  value: n * 900,
}))
const rows = Array.from({ length: 80 }, (_, n) => ({ key: `${n}`, name: HOSTILE, value: n, share: 0.01 }))
const answers: Answers = {
  from,
  to,
  items: [
    { metric: 'viewers', figures: figures({ series }) },
    { metric: 'contents', figures: figures({ metric: 'views', rows, groups: 90 }) },
  ],
}
const asked = (language: (typeof languages)[number]) => ({
  name: HOSTILE,
  language,
  timezone: 'Asia/Kolkata',
  filters: { country: ['AE'] },
  splitBy: null,
})

describe('a document', () => {
  it('has the figures with their change, and the largest rows', () => {
    const document = reportDocument(asked('en'), answers, 60)
    expect(document.figures).toEqual([
      { metric: 'viewers', name: 'Viewers', value: '203,118', change: '+9.2%' },
    ])
    expect(document.subtitle).toBe('United Arab Emirates')
    expect(document.tables[0]?.rows).toHaveLength(60)
    expect(document.tables[0]?.others).toBe(30)
  })

  it('gives the template no characters that change the direction of other text', () => {
    const { title, tables } = JSON.parse(templateData(reportDocument(asked('ar'), answers, 60)))
    for (const text of [title, tables[0].rows[0].name]) {
      expect(text).toMatch(/^\u2068.*\u2069$/)
      expect(text.slice(1, -1)).not.toMatch(/[\u202a-\u202e\u2066-\u2069\p{Cc}]/u)
      expect(text.isWellFormed()).toBe(true)
    }
  })

  it.each(languages)('is a PDF and a picture in %s', async (language) => {
    const document = reportDocument(asked(language), answers, 60)
    const [chart] = document.charts
    if (chart === undefined) throw new Error('there is no chart')
    const { svg } = chartPicture(chart, fontFamilies)
    const { pdf, picture: png } = await render(
      { pdf: { template: reportTemplate, data: templateData(document) }, picture: svg },
      new AbortController().signal,
    )
    expect(
      Buffer.from(pdf ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect(
      Buffer.from(png ?? [])
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
  })

  it('ends the thread if it is not wanted anymore', async () => {
    const data = templateData(reportDocument(asked('en'), answers, 60))
    await expect(
      render({ pdf: { template: reportTemplate, data }, picture: null }, AbortSignal.abort()),
    ).rejects.toThrow()
  })
})

it('names metrics as the console does', () => {
  const file = join(import.meta.dirname, '../../../../../console/src/areas/reports/texts.json')
  const { metrics } = JSON.parse(readFileSync(file, 'utf8'))
  for (const metric of reportMetrics)
    for (const language of languages)
      expect(metrics[metric][language]).toBe(reportTexts[language].metrics[metric])
})
