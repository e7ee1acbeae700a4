/** What a mail of sections begins with: a letter that comes with the service. */
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { reread } from '../../live/reread.ts'
import { Refused } from '../../ui/refused.tsx'
import type { KindChooserProps } from './props.ts'
import { StarterGallery, useLetterLanguage } from './starter-gallery.tsx'

export function LetterChooser({ clientId, present, onChoose }: KindChooserProps) {
  const [language, setLanguage] = useLetterLanguage()
  const place = useRef<HTMLDivElement>(null)
  const take = useMutation({
    mutationFn: (Starter: string) => call('Content.TakeStarter', { ClientID: clientId, Starter, Language: language }),
    onSuccess: Sections => {
      // its pictures are images of the client now
      void reread('images')
      const step = place.current?.closest('section')
      onChoose({ Kind: 'Sections', Sections, Text: present?.Text ?? '' })
      // what comes in its place is shorter, and begins at the top
      requestAnimationFrame(() => step?.scrollIntoView({ block: 'start' }))
    },
  })
  return (
    <div ref={place}>
      <Refused error={take.error} />
      <StarterGallery
        clientId={clientId}
        language={language}
        onLanguage={setLanguage}
        chosen={take.isPending ? take.variables : ''}
        isBusy={take.isPending}
        onChoose={starter => !take.isPending && take.mutate(starter)}
      />
    </div>
  )
}
