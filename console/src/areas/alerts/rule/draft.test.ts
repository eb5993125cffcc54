import { describe, expect, it } from 'vitest'
import { bodyOf, emptyDraft, previewOf, withMetric } from './draft'
import { templates } from './templates'

describe('the draft of a rule', () => {
  it('keeps only what is possible with another metric', () => {
    const draft = { ...emptyDraft, objectIds: ['a'], condition: 'rise' as const }
    const next = withMetric(draft, 'storage.free')
    expect(next).toMatchObject({ groupBy: 'none', objectIds: [], condition: 'above' })
    expect(withMetric(draft, 'live.bitrate').objectIds).toEqual(['a'])
  })

  it('reads numbers with a comma and has no preview without one', () => {
    expect(bodyOf({ ...emptyDraft, threshold: ' 1,5 ' }).threshold).toBe(1.5)
    expect(previewOf({ ...emptyDraft, threshold: 'many' })).toBeNull()
  })

  it('is complete in each template', () => {
    for (const { draft } of templates) {
      const body = bodyOf({ ...emptyDraft, ...draft })
      expect(Number.isFinite(body.threshold)).toBe(true)
      expect(withMetric({ ...emptyDraft, ...draft }, body.metric).groupBy).toBe(body.groupBy)
    }
  })
})
