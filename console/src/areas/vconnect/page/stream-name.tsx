import type { VconnectDestination } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useEndText } from '../bay/link-status'

/** The live stream of an end, which opens it. */
export function StreamName({
  end,
}: {
  readonly end: Pick<VconnectDestination, 'environmentId' | 'address' | 'livestream'>
}) {
  const text = useEndText()(end)
  const { environmentId, livestream } = end
  if (livestream === null || livestream.name === null) return <span className="text-ink-3">{text}</span>
  return (
    <Link
      to="/$environmentId/live-stream/$streamId"
      params={{ environmentId, streamId: livestream.id }}
      dir="auto"
      className="own-way text-act hover:underline"
    >
      <bdi>{text}</bdi>
    </Link>
  )
}
