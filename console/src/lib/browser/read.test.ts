import { describe, expect, it } from 'vitest'
import * as read from './read'

const search = read.fields({
  q: read.text(''),
  tag: read.list((tag) => typeof tag === 'string'),
  status: read.someOf(['ready', 'failed']),
  size: read.oneOf([12, 24], undefined),
  folder: read.id(undefined),
  page: read.page(1000),
  new: read.flag(false),
})
const folder = '01a20853-7e75-737c-a65c-c4fec25debac'

describe('a reader of an address', () => {
  it('keeps the values that fit', () => {
    const given = { q: 'cats', tag: ['a'], status: ['failed'], size: 24, folder, page: 3, new: true }
    expect(search(given)).toEqual(given)
  })

  it.each([
    undefined,
    null,
    'text',
    [],
    {},
    { q: 7, tag: 'a', status: 'ready', size: 13, folder: 'x', page: 0, new: 'yes' },
    { page: 1001 },
    { page: 1.5 },
    { page: '2' },
  ])('reads %j as the defaults', (given) => {
    expect(search(given)).toEqual({
      q: '',
      tag: [],
      status: [],
      size: undefined,
      folder: undefined,
      page: 1,
      new: false,
    })
  })

  it('leaves out unknown items of a list, and unknown fields', () => {
    expect(search({ status: ['ready', 'gone', 1], color: 'red' })).toMatchObject({ status: ['ready'] })
    expect(search({ color: 'red' })).not.toHaveProperty('color')
    expect(search(JSON.parse('{"__proto__":{"q":"cats"}}'))).toMatchObject({ q: '' })
  })
})
