import type { ReportDocument } from '@kinora/contract'
import { fontFamilies } from '../../../platform/documents/fonts.ts'
import { harmful } from '../../../platform/documents/isolate.ts'
import { chartLabels, chartPaths, escapeXml } from '../documents/chart-picture.ts'
import { chartSize } from '../documents/report-document.ts'
import { reportTexts } from '../documents/texts.ts'

/** Width of pictures in CSS pixels. They have twice as many pixels. */
export const PICTURE_WIDTH = 600
const SCALE = 2
const PAD = 24
const LABELS = 56
const COLUMNS = 3
const ROW = 58
const HEAD = 64
const MOST_FIGURES = 6
const MOST_LETTERS = 60

const RIGHT_TO_LEFT_ISOLATE = '\u2067'
const POP_ISOLATE = '\u2069'

const looks = {
  light: { ground: '#ffffff', ink: '#1b1b1a', quiet: '#5f5d58', rule: '#e4e2dd' },
  dark: { ground: '#16181d', ink: '#f1f0ee', quiet: '#a6a8ad', rule: '#2f3238' },
} as const

/** The title, the figures and the first chart of a report as SVG, to be drawn with the fonts of reports. */
export function embedSvg(document: ReportDocument, theme: keyof typeof looks): string {
  const look = looks[theme]
  const { title, period, language, figures } = document
  const shown = figures.slice(0, MOST_FIGURES)
  const [chart] = document.charts
  const isRtl = language === 'ar'
  const start = isRtl ? PICTURE_WIDTH - PAD : PAD
  const end = PICTURE_WIDTH - start
  const rows = Math.ceil(shown.length / COLUMNS)
  const chartTop = PAD + HEAD + rows * ROW
  const inner = PICTURE_WIDTH - 2 * PAD - LABELS
  const scale = inner / chartSize.width
  const chartHeight = chart === undefined ? 0 : chartSize.height * scale + 64
  const isEmpty = shown.length === 0 && chart === undefined
  const height = chartTop + chartHeight + (isEmpty ? 40 : 0) + PAD
  const column = (PICTURE_WIDTH - 2 * PAD) / COLUMNS
  // The program that draws it does not know the attribute `direction`.
  const anchor = isRtl ? 'end' : 'start'
  const text = (x: number, y: number, size: number, value: string, more = '') =>
    `<text x="${x}" y="${y}" font-size="${size}" ${more}>${escapeXml(inOwnDirection(plain(value)))}</text>`
  const quiet = `fill="${look.quiet}"`
  const strong = 'font-weight="600"'
  const parts = [
    text(start, PAD + 16, 18, title, strong),
    text(start, PAD + 38, 12, period, quiet),
    ...shown.flatMap(({ name, value, change }, n) => {
      const offset = (n % COLUMNS) * column
      const x = isRtl ? start - offset : start + offset
      const y = PAD + HEAD + Math.floor(n / COLUMNS) * ROW
      const width = value.length * 12 + 10
      return [
        text(x, y + 8, 11, name, quiet),
        text(x, y + 32, 20, value, strong),
        change === null ? '' : text(isRtl ? x - width : x + width, y + 32, 11, change, quiet),
      ]
    }),
    isEmpty ? text(start, chartTop + 12, 13, reportTexts[language].noData, quiet) : '',
    chart === undefined ? '' : text(start, chartTop + 14, 13, chart.title, strong),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH * SCALE}" height="${height * SCALE}" viewBox="0 0 ${PICTURE_WIDTH} ${height}">`,
    `<rect width="100%" height="100%" fill="${look.ground}"/>`,
    `<g font-family="${fontFamilies}" fill="${look.ink}" text-anchor="${anchor}">${parts.join('')}</g>`,
    chart === undefined ? '' : chartPart(chart, { top: chartTop + 34, scale, ...look }),
    `<path d="M${Math.min(start, end)},${PAD + HEAD - 16}H${Math.max(start, end)}" stroke="${look.rule}"/>`,
    '</svg>',
  ].join('')
}

/** Time goes from left to right in every language. */
function chartPart(
  chart: ReportDocument['charts'][number],
  look: { readonly top: number; readonly scale: number; readonly rule: string; readonly quiet: string },
): string {
  const { top, scale, rule, quiet } = look
  const { ticks, steps } = chartLabels(chart)
  const label = (x: number, y: number, anchor: string, value: string) =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}">${escapeXml(plain(value))}</text>`
  const labels = [
    ...ticks.map((tick) => label(PAD + LABELS - 8, top + tick.y * scale + 4, 'end', tick.text)),
    ...steps.map((step) =>
      label(PAD + LABELS + step.x * scale, top + chartSize.height * scale + 18, 'middle', step.text),
    ),
  ]
  return `<g transform="translate(${PAD + LABELS} ${top}) scale(${scale})">${chartPaths(chart, rule)}</g><g font-family="${fontFamilies}" font-size="10" fill="${quiet}">${labels.join('')}</g>`
}

/** A text with Arabic letters is read from the right, also if it begins with a number. */
function inOwnDirection(text: string): string {
  return /\p{Script=Arabic}/u.test(text) ? `${RIGHT_TO_LEFT_ISOLATE}${text}${POP_ISOLATE}` : text
}

/** Text of users without characters that change the direction of other text, and not too long. */
function plain(text: string): string {
  const clean = text.toWellFormed().replace(harmful, '')
  const letters = [...new Intl.Segmenter().segment(clean)].map(({ segment }) => segment)
  return letters.length <= MOST_LETTERS ? clean : `${letters.slice(0, MOST_LETTERS - 1).join('')}…`
}
