import type { Content, Upload } from '@kinora/contract'

export type UploadVerdict =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly error: Content['error'] }

const accepted: UploadVerdict = { accepted: true }

/** Whether the server can use a completely uploaded file; undefined while it examines the file. */
export function uploadVerdict(
  kind: Upload['kind'],
  { status, error, playable, trashedAt, reencode }: VerdictFields,
): UploadVerdict | undefined {
  if (kind === 'track' || trashedAt !== null) return accepted
  if (kind === 'replacement') {
    if (reencode === null) return accepted
    return reencode.status === 'failed' ? { accepted: false, error: reencode.error } : undefined
  }
  if (status === 'failed') return { accepted: false, error }
  return playable ? accepted : undefined
}

type VerdictFields = Pick<Content, 'status' | 'error' | 'playable' | 'trashedAt'> & {
  readonly reencode: Pick<NonNullable<Content['reencode']>, 'status' | 'error'> | null
}
