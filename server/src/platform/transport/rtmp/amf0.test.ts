import { describe, expect, it } from 'vitest'
import { readAmf, readAmfPartly, writeAmf } from './amf0.ts'

describe('AMF0', () => {
  it('reads what it writes', () => {
    const object = { level: 'status', list: ['a', 'b'], inner: { number: -1.5, nothing: null } }
    expect(readAmf(writeAmf('name', 1, null, object))).toEqual([
      'name',
      1,
      null,
      new Map<string, unknown>([
        ['level', 'status'],
        ['list', ['a', 'b']],
        [
          'inner',
          new Map<string, unknown>([
            ['number', -1.5],
            ['nothing', null],
          ]),
        ],
      ]),
    ])
  })

  it('reads the other types', () => {
    const field = [0, 1, 0x61, 1, 1, 0, 0, 9]
    expect(
      readAmf(Buffer.from([1, 0, 6, 0x0d, 8, 0, 0, 0, 9, ...field, 0x10, 0, 1, 0x62, ...field])),
    ).toEqual([false, undefined, undefined, new Map([['a', true]]), new Map([['a', true]])])
    expect(
      readAmf(Buffer.from([0x0c, 0, 0, 0, 1, 0x61, 0x0b, ...Array.from({ length: 10 }, () => 0)])),
    ).toEqual(['a', 0])
  })

  it('keeps what comes before a value that cannot be read', () => {
    const before = [2, 0, 1, 0x62, 3, 0, 1, 0x61, 1, 1]
    const kept = ['b', new Map([['a', true]])]
    for (const value of [
      [0x11, 4, 1],
      [2, 0xff, 0xff, 1],
      [0x0a, 0, 0, 0, 9, 0],
    ]) {
      const last = value[0] === 0x0a ? [['c', []]] : []
      expect(readAmfPartly(Buffer.from([...before, 0, 1, 0x63, ...value]))).toEqual([
        'b',
        new Map<string, unknown>([['a', true], ...(last as [string, unknown][])]),
      ])
    }
    expect(readAmfPartly(Buffer.from([...before, 0, 0, 9, 0x11]))).toEqual(kept)
    expect(readAmfPartly(Buffer.from([0x11]))).toEqual([])
  })

  it('refuses truncated, deeply nested, endless and unknown values', () => {
    expect(() => readAmf(Buffer.from([0, 1]))).toThrow('ends early')
    expect(() => readAmf(Buffer.from([2, 0xff, 0xff, 1]))).toThrow('ends early')
    const deep = Array.from({ length: 20 }, () => [3, 0, 1, 0x61]).flat()
    expect(() => readAmf(Buffer.from(deep))).toThrow('too deep')
    expect(() => readAmf(Buffer.alloc(2000, 5))).toThrow('too many')
    expect(() => readAmf(Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, ...Buffer.alloc(2000, 5)]))).toThrow(
      'too many',
    )
    expect(() => readAmf(Buffer.from([0x11]))).toThrow('marker 17')
  })
})
