import type { WatchFile } from '@kinora/contract'
import type { ReactNode } from 'react'
import { TextLink } from '../../../ui/text-link'

/** The path of a file, above its video. @param children stands below the path of a file without a video */
export function FilePath(props: {
  environmentId: string
  file: Pick<WatchFile, 'path' | 'contentId' | 'contentTitle'>
  children: ReactNode
}) {
  const { environmentId, file, children } = props
  const { path, contentId, contentTitle } = file
  return (
    <span className="block min-w-0">
      <span className="ltr own-way cut block font-code text-12 text-ink" title={path}>
        {path}
      </span>
      <span className="cut block text-12 text-ink-3">
        {contentId !== null && contentTitle !== null ? (
          <TextLink to="/$environmentId/videos/$contentId" params={{ environmentId, contentId }}>
            <bdi>{contentTitle}</bdi>
          </TextLink>
        ) : (
          children
        )}
      </span>
    </span>
  )
}
