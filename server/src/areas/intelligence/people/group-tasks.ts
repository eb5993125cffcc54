import { type FaceTrack, groupFaces, type Identity, type KnownPerson } from '@kinora/media'

interface GroupTask {
  readonly tracks: readonly FaceTrack[]
  readonly known: readonly KnownPerson[]
}

/** Groups faces into people. Hundreds of them are compared with thousands. */
export function group({ tracks, known }: GroupTask): Identity[] {
  return groupFaces(tracks, known)
}
