import type { Content } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useObjectUrl } from '../../../lib/hooks/use-object-url'
import { trashedPosterQuery } from '../folders/queries'
import { Thumb } from '../tiles/thumb'

interface TrashThumbProps {
  readonly content: Content
  readonly large?: boolean
}

/** The poster of a video in the trash. Its URL for viewers no longer works, so members fetch it themselves. */
export function TrashThumb({ content, large = false }: TrashThumbProps) {
  const { data } = useQuery(trashedPosterQuery(content))
  return <Thumb content={content} image={useObjectUrl(data)} large={large} />
}
