import { momentSorts, searchPlaces } from '@kinora/contract/intelligence/values'
import * as read from '../../../lib/browser/read'

/** How long ago a video was added, at most. */
export const spans = ['7d', '30d', '1y'] as const
export const spanDays = { '7d': 7, '30d': 30, '1y': 365 } as const

/** Parameters of the search for moments. */
export const momentSearch = read.fields({
  q: read.text('', ({ length }) => length <= 200),
  places: read.someOf(searchPlaces),
  language: read.text(undefined, (value) => /^[a-z]{2,3}$/.test(value)),
  folder: read.id(undefined),
  span: read.oneOf(spans, undefined),
  person: read.id(undefined),
  object: read.text(undefined, ({ length }) => length >= 1 && length <= 60),
  sort: read.oneOf(momentSorts, 'relevance'),
  /** The video and the second of the picture that others have to look like. */
  like: read.id(undefined),
  at: read.number(0, (value) => value >= 0),
  page: read.page(),
})
export type MomentSearch = read.FieldsRead<typeof momentSearch>
export const everyMoment = {
  q: '',
  places: [],
  language: undefined,
  folder: undefined,
  span: undefined,
  person: undefined,
  object: undefined,
  sort: 'relevance',
  like: undefined,
  at: 0,
  page: 1,
} as const satisfies MomentSearch
