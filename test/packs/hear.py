"""What Whisper hears: hear.py MODEL_FOLDER, JSON lines {file, language} on stdin, JSON lines of the texts on stdout."""
import json
import sys

from faster_whisper import WhisperModel

#: Else Whisper writes Hindi in Arabic letters.
PROMPTS = {'hi': 'नमस्ते, आप कैसे हैं?'}

model = WhisperModel(sys.argv[1], device='cpu', compute_type='int8', cpu_threads=1)
for line in sys.stdin:
    asked = json.loads(line)
    prompt = PROMPTS.get(asked['language'])
    parts, _ = model.transcribe(asked['file'], language=asked['language'], beam_size=5, initial_prompt=prompt,
                                condition_on_previous_text=False)
    print(json.dumps(''.join(part.text for part in parts), ensure_ascii=False), flush=True)
