import type { EmbedBody } from '@kinora/contract'
import { embedPreviewBody } from '@kinora/contract/reports/embeds'
import { embedRanges, reportMetrics, reportSources } from '@kinora/contract/reports/values'
import type { NewEmbedSearch } from '../search'

type Question = Pick<EmbedBody, 'metrics' | 'filters' | 'splitBy' | 'range'>

const usual: Question = {
  metrics: ['viewers', 'total-viewership', 'contents'],
  filters: {},
  splitBy: null,
  range: 'last-7-days',
}

/** The question of a screen of analytics, as far as an embed can ask it. */
export function questionOf({ metric, split, range, where: filters }: NewEmbedSearch): Question {
  const own = reportMetrics.filter((id) => {
    const source = reportSources[id]
    return source.metric === metric && (source.by === undefined || source.by === split)
  })
  const asked = {
    metrics: own.length > 0 ? own : usual.metrics,
    range: embedRanges.find((id) => id === range) ?? usual.range,
  }
  const whole = embedPreviewBody.safeParse({ ...asked, filters, splitBy: split === '' ? null : split })
  if (!whole.success) return { ...usual, ...asked }
  return { ...asked, filters: whole.data.filters, splitBy: whole.data.splitBy }
}
