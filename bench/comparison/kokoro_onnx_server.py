"""Serves the library kokoro-onnx, which has no server of its own: what `create_stream` yields, as 16-bit samples at 24 kHz.

Usage: kokoro_onnx_server.py MODEL VOICES PORT
"""
import sys
from collections.abc import AsyncGenerator

import numpy as np
import uvicorn
from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import StreamingResponse
from kokoro_onnx import Kokoro

MODEL, VOICES, PORT = sys.argv[1:]
kokoro = Kokoro(MODEL, VOICES)
app = FastAPI()


@app.post('/v1/audio/speech')
async def speak(request: Request) -> StreamingResponse:
    asked = await request.json()
    if asked['voice'] not in kokoro.get_voices():
        raise HTTPException(400, 'no such voice')

    async def samples() -> AsyncGenerator[bytes, None]:
        async for part, _ in kokoro.create_stream(asked['input'], voice=asked['voice'], lang='en-us'):
            yield (np.clip(part, -1, 1) * 32767).astype('<i2').tobytes()

    return StreamingResponse(samples(), media_type='audio/pcm')


uvicorn.run(app, host='127.0.0.1', port=int(PORT), log_level='warning')
