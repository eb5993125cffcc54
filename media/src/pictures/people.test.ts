import { describe, expect, it } from 'vitest'
import { type FaceTrack, groupFaces } from './people.ts'

/** A face that looks like a person, as a unit vector with a little of another direction. */
function face(person: number, startS: number, noise = 0.3): FaceTrack {
  const embedding = [0, 0, 0, 0]
  embedding[person] = 1
  embedding[3] = noise
  return { embedding, startMs: startS * 1000, endMs: startS * 1000 + 1000, weight: 1 / (1 + startS) }
}

describe('the grouping of faces', () => {
  it('makes one person of faces that are alike', () => {
    const tracks = [face(0, 0), face(1, 1), face(0, 2, -0.3), face(1, 3)]
    expect(groupFaces(tracks, [])).toEqual([{ fresh: 0 }, { fresh: 1 }, { fresh: 0 }, { fresh: 1 }])
  })

  it('finds people who are known', () => {
    const known = [{ id: 'anna', embeddings: [face(1, 0).embedding] }]
    expect(groupFaces([face(0, 0), face(1, 1)], known)).toEqual([{ fresh: 0 }, { known: 'anna' }])
  })

  it('never takes two faces of one picture for one person', () => {
    expect(groupFaces([face(0, 0), face(0, 0.5)], [])).toEqual([{ fresh: 0 }, { fresh: 1 }])
  })
})
