/** A face through consecutive frames. */
export interface FaceTrack {
  /** Numbers that are alike for faces of one person. */
  readonly embedding: readonly number[]
  readonly startMs: number
  readonly endMs: number
  /** How much it is seen. */
  readonly weight: number
}

/** A person who is known already, by some of their faces. */
export interface KnownPerson {
  readonly id: string
  readonly embeddings: readonly (readonly number[])[]
}

/** Faces of one person have a likeness of 0.85 and more, those of two people of 0.4 and less. */
const SAME_PERSON = 0.65

/** The person whom a track shows: the ID of a known person, or the number of a new one. */
export type Identity = { readonly known: string } | { readonly fresh: number }

/** Groups tracks by likeness into people. Faces that are seen at the same time are never one person.
 * @returns the identity of each track */
export function groupFaces(tracks: readonly FaceTrack[], known: readonly KnownPerson[]): Identity[] {
  const groups = known.map(({ id, embeddings }) => ({
    identity: { known: id } as Identity,
    embeddings: [...embeddings],
    members: [] as FaceTrack[],
  }))
  const found: Identity[] = tracks.map(() => ({ fresh: -1 }))
  let fresh = 0
  // What is seen most is the surest start of a group.
  const order = [...tracks.entries()].sort(([, one], [, other]) => other.weight - one.weight)
  for (const [n, track] of order) {
    let best: (typeof groups)[number] | null = null
    let most = SAME_PERSON
    for (const group of groups) {
      const alike = Math.max(...group.embeddings.map((one) => likeness(one, track.embedding)))
      if (alike < most || group.members.some((member) => isTogether(member, track))) continue
      ;[best, most] = [group, alike]
    }
    if (best === null) {
      best = { identity: { fresh }, embeddings: [], members: [] }
      groups.push(best)
      fresh += 1
    }
    best.embeddings.push(track.embedding)
    best.members.push(track)
    found[n] = best.identity
  }
  return found
}

function isTogether(one: FaceTrack, other: FaceTrack): boolean {
  return one.startMs < other.endMs && other.startMs < one.endMs
}

/** Cosine of the angle between two embeddings. */
function likeness(one: readonly number[], other: readonly number[]): number {
  let [product, lengthOne, lengthOther] = [0, 0, 0]
  for (const [n, value] of one.entries()) {
    const second = other[n] ?? 0
    product += value * second
    lengthOne += value * value
    lengthOther += second * second
  }
  return product / Math.sqrt(Math.max(1e-12, lengthOne * lengthOther))
}
