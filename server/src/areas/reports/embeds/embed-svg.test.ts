import type { ReportDocument } from '@kinora/contract'
import { expect, it } from 'vitest'
import { embedSvg } from './embed-svg.ts'

const report: ReportDocument = {
  language: 'en',
  title: 'Gulf & \u202elive',
  period: '13 – 19 Nov 2026',
  subtitle: '',
  timezone: 'UTC',
  figures: [{ metric: 'viewers', name: 'Viewers', value: '12,480', change: '+9.1%' }],
  charts: [],
  tables: [],
}

it('writes texts from the side of their language, without characters that turn others around', () => {
  const english = embedSvg(report, 'light')
  expect(english).toContain('text-anchor="start"')
  expect(english).toContain('<text x="24" y="40" font-size="18" font-weight="600">Gulf &amp; live</text>')
  const arabic = embedSvg({ ...report, language: 'ar' }, 'dark')
  expect(arabic).toContain('text-anchor="end"')
  expect(arabic).toContain('<text x="576" y="40"')
})
