import type { Limits } from '@nofiller/contract/content-limits/limit-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/client.ts'

type Counted = { hidden: number; total: number }

export type Saving = 'unchanged' | 'saving' | 'saved' | 'failed'

/** Chosen limits: shown at once, saved one after the other, always ending with the last choice. */
export function useLimits({ hidden, total, ...first }: Limits & Counted) {
  const [limits, setLimits] = useState<Limits>(first)
  const [counted, setCounted] = useState<Counted>({ hidden, total })
  const [saving, setSaving] = useState<Saving>(hidden > 0 ? 'saved' : 'unchanged')
  const queries = useQueryClient()
  const latest = useRef<Limits>(limits)
  const isSending = useRef(false)

  const send = async () => {
    if (isSending.current) return
    isSending.current = true
    setSaving('saving')
    try {
      let sent: Limits | null = null
      while (sent !== latest.current) {
        sent = latest.current
        setCounted(await call('PUT /api/limits', { body: sent }))
      }
      setSaving('saved')
      void queries.invalidateQueries() // cached lists are for other limits
    } catch {
      setSaving('failed')
    } finally {
      isSending.current = false
    }
  }
  const change = (next: Limits) => {
    latest.current = next
    setLimits(next)
    void send()
  }
  return { limits, counted, saving, change, retry: () => void send() }
}
