import { expect, it } from 'vitest'
import { type Exchange, mistakesIn } from './exchange.ts'

const token = { name: 'Newsroom', permission: ['read'] }
const wrong: Exchange = { call: 'createToken', params: {}, query: {}, body: token, status: 201, answer: {} }
const list: Exchange = { ...wrong, call: 'listTokens', body: undefined, status: 200 }
const none = { items: [], pageNum: 1, pageSize: 12, totalItems: 0 }

it('has no mistakes if it fits the contract', () => {
  expect(mistakesIn({ ...list, query: { pageNum: '2', includeRevoked: 'true' }, answer: none })).toEqual([])
  expect(mistakesIn({ ...wrong, status: null })).toEqual([])
})

it('has a mistake in an answer with a field that is missing or wrong', () => {
  expect(mistakesIn({ ...list, answer: { ...none, totalItems: '0' } })).toEqual([
    expect.stringMatching(/^listTokens answer\.totalItems: /),
  ])
  expect(mistakesIn(wrong)).toContainEqual(expect.stringMatching(/^createToken answer\.id: /))
  expect(mistakesIn({ ...list, status: 403 })).toContainEqual(expect.stringMatching(/answer\.title: /))
})

it('has a mistake in a request that the server refuses', () => {
  expect(mistakesIn({ ...list, query: { pageNum: '0', sort: 'name' }, answer: none })).toEqual([
    'listTokens query.sort: Unknown parameter',
    expect.stringMatching(/^listTokens query\.pageNum: /),
  ])
  expect(mistakesIn({ ...wrong, status: null, body: { name: '' } })).not.toEqual([])
})
