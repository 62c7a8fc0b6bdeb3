"""Wyoming, the protocol of Home Assistant: writes hello.wav, spoken by a voice of Hoarfrost.

Needs `pip install wyoming` and a Hoarfrost that was started with HOARFROST_WYOMING_PORT=10200:

    python wyoming_say.py
"""

import asyncio
import os
import wave
from urllib.parse import urlsplit

from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.error import Error
from wyoming.tts import Synthesize, SynthesizeVoice

URL = os.environ.get("HOARFROST_URL", "http://127.0.0.1:8000")
PORT = int(os.environ.get("HOARFROST_WYOMING_PORT", "10200"))
VOICE = "luna"
TEXT = "Hello! I am the voice of your home. What can I do for you?"


async def say() -> None:
    host = urlsplit(URL).hostname or "127.0.0.1"
    async with AsyncTcpClient(host, PORT) as client:
        await client.write_event(Synthesize(text=TEXT, voice=SynthesizeVoice(name=VOICE)).event())
        with wave.open("hello.wav", "wb") as file:
            while event := await client.read_event():
                if Error.is_type(event.type):
                    raise RuntimeError(Error.from_event(event).text)
                if AudioStart.is_type(event.type):
                    start = AudioStart.from_event(event)
                    file.setframerate(start.rate)
                    file.setsampwidth(start.width)
                    file.setnchannels(start.channels)
                elif AudioChunk.is_type(event.type):
                    file.writeframes(AudioChunk.from_event(event).audio)
                elif AudioStop.is_type(event.type):
                    return


asyncio.run(say())
print("hello.wav is written")
