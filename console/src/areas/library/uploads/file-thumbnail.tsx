import { FilmStrip } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { WifiSlash } from '@phosphor-icons/react/dist/csr/WifiSlash'
import { useEffect, useState } from 'react'
import { type UploadView, uploads } from '../../../lib/upload'

/** The frame at one second, if this browser can decode the file; otherwise a hatched placeholder. */
export function FileThumbnail({ upload: { id, state } }: { readonly upload: UploadView }) {
  const address = useFileAddress(id)
  const [shown, setShown] = useState(false)
  const Sign = state.kind === 'lost' ? WifiSlash : FilmStrip
  return (
    <span
      aria-hidden
      className="hatched relative grid h-[27px] w-12 shrink-0 place-items-center overflow-hidden rounded-1 bg-sunk text-ink-3"
    >
      <Sign size={14} />
      {address !== undefined && state.kind !== 'lost' && (
        <video
          muted
          playsInline
          preload="metadata"
          src={`${address}#t=1`}
          tabIndex={-1}
          onLoadedData={() => setShown(true)}
          className={shown ? 'absolute inset-0 size-full object-cover' : 'sr-only'}
        />
      )}
    </span>
  )
}

function useFileAddress(id: string): string | undefined {
  const [address, setAddress] = useState<string>()
  const file = uploads.fileOf(id)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
