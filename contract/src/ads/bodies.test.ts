import { expect, it } from 'vitest'
import { createAdBreakBody } from './breaks.ts'
import { createAdChannelBody } from './channels.ts'

it('breaks take hh:mm:ss or seconds', () => {
  expect(createAdBreakBody.parse({ at: '00:01:02.5', returnAt: '00:01:10' })).toMatchObject({
    at: 62.5,
    returnAt: 70,
  })
  expect(createAdBreakBody.parse({ at: 62.5 })).toMatchObject({ at: 62.5, returnAt: null })
  const { error } = createAdBreakBody.safeParse({ at: '62s' })
  expect(error?.issues).toMatchObject([{ path: ['at'], message: 'Please enter hh:mm:ss format' }])
})

it('channels take tags as typed, with commas between them', () => {
  const channel = { name: 'Cup', streamId: '019ac000-0000-7000-8000-000000000000' }
  const { tags } = createAdChannelBody.parse({ ...channel, tags: ['sport, cup', 'final'] })
  expect(tags).toEqual(['sport', 'cup', 'final'])
  const { error } = createAdChannelBody.safeParse({ ...channel, tags: [''] })
  expect(error?.issues[0]?.message).toBe('This field is required, please hit enter to add a tag')
})
