import { describe, expect, it } from 'vitest'
import { cmcdOf } from './cmcd.ts'

const ofQuery = (text: string) =>
  cmcdOf({ headers: {}, url: `/play/x/y/seg-1.m4s?CMCD=${encodeURIComponent(text)}` })

describe('CMCD of a request', () => {
  it('is read from the query', () => {
    expect(ofQuery('bs,br=3200,d=4004,ot=v,sf=h,sid="6e2fb550-c457-11e9",su')).toEqual({
      sessionId: '6e2fb550-c457-11e9',
      isBare: false,
      bitrate: 3200,
      durationMs: 4004,
      wasStarved: true,
      objectType: 'v',
    })
  })

  it('is read from headers', () => {
    const headers = {
      'cmcd-request': 'bl=21300,mtp=48100',
      'cmcd-object': 'br=800,d=2000,ot=av',
      'cmcd-session': 'sid="a, \\"b\\"=c",st=v',
    }
    expect(cmcdOf({ headers, url: '/play/x' })).toMatchObject({
      sessionId: 'a, \\"b\\"=c',
      bitrate: 800,
      durationMs: 2000,
      objectType: 'av',
      wasStarved: false,
    })
  })

  it("has only the view ID if Kinora's player sent it", () => {
    const headers = { 'cmcd-session': 'sid="0199a1"' }
    expect(cmcdOf({ headers, url: '/play/x' })).toMatchObject({ sessionId: '0199a1', isBare: true })
  })

  it.each(['br=3200,d=4004', 'sid=""', `sid="${'x'.repeat(65)}"`, `sid="x",${'a'.repeat(2000)}`, ''])(
    'is ignored without a session ID: %s',
    (text) => expect(ofQuery(text)).toBeNull(),
  )

  it.each(['br=-1,d=-5', 'br=NaN,d=1e999', 'br=,d=', 'br="x",d="y"'])(
    'ignores invalid numbers: %s',
    (text) => {
      expect(ofQuery(`${text},sid="x"`)).toMatchObject({ bitrate: 0, durationMs: null })
    },
  )

  it('is parsed quickly even if it is hostile', () => {
    expect(ofQuery(`sid="${'\\'.repeat(1900)}`)).toBeNull()
    expect(ofQuery(`${'a="'.repeat(600)}`)).toBeNull()
  })
})
