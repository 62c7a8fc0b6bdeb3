"""OpenAI's SDK: writes hello.mp3 while a voice of Hoarfrost speaks.

Needs `pip install openai` and a running Hoarfrost:

    HOARFROST_API_KEY=KEY python openai_say.py
"""

import os

from openai import OpenAI

URL = os.environ.get("HOARFROST_URL", "http://127.0.0.1:8000")
VOICE = "luna"
TEXT = "Hello! I am your agent, and this is my voice. What can I do for you?"

client = OpenAI(base_url=f"{URL}/v1", api_key=os.environ["HOARFROST_API_KEY"])
speech = client.audio.speech.with_streaming_response
with speech.create(model="tts-1", voice=VOICE, input=TEXT, response_format="mp3") as answer:
    answer.stream_to_file("hello.mp3")
print("hello.mp3 is written")
