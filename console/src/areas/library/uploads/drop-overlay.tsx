import { UploadSimple } from '@phosphor-icons/react/dist/csr/UploadSimple'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { droppedFiles } from '../../../lib/upload'
import { useWorkspace } from '../../identity'
import { useProfileName } from '../encoding-profiles/profile-name'
import { profileChoicesQuery } from '../encoding-profiles/queries'
import { PolicyMark } from '../parts/policy-mark'
import { useUploadPolicy, useUploadProfile } from '../preferences'
import { folderQuery } from '../queries'
import { useOpenFolder } from './open-folder'
import { useAddFiles } from './use-add-files'

/** Accepts files dropped anywhere, and shows the target folder while they hover. */
export function DropOverlay() {
  const t = useText()
  const { environment } = useWorkspace()
  const [policy] = useUploadPolicy()
  const [profileId] = useUploadProfile()
  const profileName = useProfileName()
  const hovering = useDroppedFiles(useAddFiles())
  const folderId = useOpenFolder()
  const folder = useQuery({ ...folderQuery(environment.id, folderId ?? ''), enabled: folderId !== null })
  const asksForName = hovering && profileId !== null
  const choices = useQuery({ ...profileChoicesQuery(environment.id), enabled: asksForName })
  const profile = choices.data?.find(({ id }) => id === profileId)
  if (!hovering) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-40 animate-fade bg-scrim p-3">
      <div className="hatched grid size-full place-content-center justify-items-center gap-3 rounded-4 border-2 border-act bg-act-soft text-act-text">
        <UploadSimple size={32} aria-hidden />
        <p className="text-16 font-head">
          {t('library:upload.dropTo', {
            place: (folderId !== null && folder.data?.name) || environment.name,
          })}
        </p>
        <p className="flex items-center gap-2 text-13">
          <PolicyMark policy={policy} />
          {t(`library:policies.${policy}Help`)}
        </p>
        {profile && (
          <p className="text-13">{t('library:upload.madeWith', { name: isolate(profileName(profile)) })}</p>
        )}
      </div>
    </div>
  )
}

/** True while files hover over the window. */
function useDroppedFiles(take: (files: File[]) => void): boolean {
  const [hovering, setHovering] = useState(false)
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    // Entering a child fires before leaving its parent, so count both to know when the pointer leaves the window.
    let inside = 0
    const move = (change: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return
      inside = Math.max(0, inside + change)
      setHovering(inside > 0 && !hasOwnDropTarget())
    }
    const [enter, leave] = [move(1), move(-1)]
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      inside = 0
      setHovering(false)
      if (hasOwnDropTarget()) return
      void droppedFiles(event.dataTransfer).then((files) => latest.current(files))
    }
    const heard = { dragenter: enter, dragleave: leave, dragover: over, drop } as const
    addEventListener('dragenter', heard.dragenter)
    addEventListener('dragleave', heard.dragleave)
    addEventListener('dragover', heard.dragover)
    addEventListener('drop', heard.drop)
    return () => {
      removeEventListener('dragenter', heard.dragenter)
      removeEventListener('dragleave', heard.dragleave)
      removeEventListener('dragover', heard.dragover)
      removeEventListener('drop', heard.drop)
    }
  }, [])
  return hovering
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/** The page has its own drop target, where files mean something else. */
function hasOwnDropTarget(): boolean {
  return document.querySelector('[data-file-drop]') !== null
}
