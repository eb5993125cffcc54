import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { languages } from '@kinora/contract'
import { expect, it } from 'vitest'
import { render } from '../../../platform/documents/render.ts'
import {
  differenceOf,
  type GrayPicture,
  pdfPictures,
  readPicture,
  writePicture,
} from '../../../testing/reports/pdf-pictures.ts'
import type { Answers } from './answers.ts'
import { reportDocument } from './report-document.ts'
import { reportTemplate, templateData } from './template-data.ts'

/** Share of squares that may differ: fonts are files of the project, so hardly any do. */
const MOST_DIFFERENT = 0.002

const names = {
  en: { title: 'Weekly audience', videos: ['The harbour opens', 'Final, second half', 'Morning news'] },
  hi: { title: 'साप्ताहिक दर्शक', videos: ['बंदरगाह खुला', 'फ़ाइनल, दूसरा हाफ़', 'सुबह की ख़बरें'] },
  ar: { title: 'جمهور الأسبوع', videos: ['افتتاح الميناء', 'النهائي، الشوط الثاني', 'أخبار الصباح'] },
  te: { title: 'వారపు ప్రేక్షకులు', videos: ['నౌకాశ్రయం ప్రారంభం', 'ఫైనల్, రెండో సగం', 'ఉదయం వార్తలు'] },
} as const
type Language = (typeof languages)[number]

const from = new Date('2026-11-16T00:00:00Z')
const to = new Date('2026-11-23T00:00:00Z')

/** Viewers of a week, and its three most viewed videos. */
function answersIn(language: Language): Answers {
  const common = {
    interval: 'day',
    timezone: 'UTC',
    freshAt: to.toISOString(),
    previousTotal: 186_000,
  } as const
  const series = [3, 5, 4, 8, 9, 6, 7].map((value, n) => ({
    at: new Date(from.getTime() + n * 86_400_000).toISOString(),
    value: value * 4000,
  }))
  const rows = names[language].videos.map((name, n) => ({
    key: `${n}`,
    name,
    value: 9000 - n * 2000,
    share: 0.4 - n / 10,
  }))
  return {
    from,
    to,
    items: [
      { metric: 'viewers', figures: { ...common, metric: 'viewers', unit: 'count', total: 203_118, series } },
      {
        metric: 'contents',
        figures: { ...common, metric: 'views', unit: 'count', total: 21_000, series: [], rows },
      },
    ],
  }
}

async function pictureIn(language: Language): Promise<GrayPicture> {
  const asked = {
    name: names[language].title,
    language,
    timezone: 'Asia/Kolkata',
    filters: {},
    splitBy: null,
  }
  const data = templateData(reportDocument(asked, answersIn(language), 60))
  const { pdf } = await render(
    { pdf: { template: reportTemplate, data }, picture: null },
    new AbortController().signal,
  )
  const [first] = await pdfPictures(pdf ?? new Uint8Array())
  if (first === undefined) throw new Error('the PDF has no page')
  return first
}

const reference = (language: Language) => join(import.meta.dirname, `report-${language}.png`)
const shown = join(import.meta.dirname, '../../../../../reports')

it.each(languages)('a report in %s looks as it should', async (language) => {
  const picture = await pictureIn(language)
  const difference = differenceOf(picture, await readPicture(reference(language)))
  if (difference > MOST_DIFFERENT) {
    await mkdir(shown, { recursive: true })
    await writePicture(join(shown, `report-${language}.png`), picture)
  }
  expect(difference, `see reports/report-${language}.png`).toBeLessThanOrEqual(MOST_DIFFERENT)
})

it('differs from a report in another language, and from one with another figure', async () => {
  const english = await readPicture(reference('en'))
  expect(differenceOf(english, await readPicture(reference('hi')))).toBeGreaterThan(5 * MOST_DIFFERENT)
  const blank = { ...english, pixels: new Uint8Array(english.pixels).fill(255, 0, english.width * 200) }
  expect(differenceOf(english, blank)).toBeGreaterThan(MOST_DIFFERENT)
})
