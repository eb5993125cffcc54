import type { Content } from '@kinora/contract'
import { columnsLook } from '../parts/video-overview-look'
import { Changes } from './changes'
import { MetadataForm } from './metadata-form'

export function MetadataTab({ content }: { readonly content: Content }) {
  return (
    <div className={columnsLook}>
      <MetadataForm content={content} />
      <Changes content={content} />
    </div>
  )
}
