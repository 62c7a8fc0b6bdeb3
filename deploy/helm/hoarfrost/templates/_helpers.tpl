{{- define "hoarfrost.labels" -}}
app.kubernetes.io/name: hoarfrost
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
