const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** `Today`, `Nov 20`, in the browser's time zone. */
export function showTodayOrDay(iso: string, now: Date): string {
  const time = new Date(iso)
  return time.toDateString() === now.toDateString() ? 'Today' : DAY.format(time)
}
