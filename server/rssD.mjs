const mb=()=>Math.round(process.memoryUsage.rss()/1048576)
const seen=[`base ${mb()}`]
for (const m of process.argv.slice(2)) { await import(m); seen.push(`${m.replace('/tmp/h-D/','').slice(-50)} ${mb()}`) }
console.log(seen.join('\n'))
